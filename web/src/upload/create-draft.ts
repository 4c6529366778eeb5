import { ProblemError, type Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { phaseFor, type ReleaseJob } from './job.ts';
import { getJob, updateJob } from './job-store.ts';

/* The draft that the files belong to. */

/** Continues a draft: it keeps its files and lists the missing ones. */
export const continueDraft = (app: string, draft: Release): void => {
  const { version, channel, notes } = draft;
  const { rows } = getJob(app).value;
  updateJob(app, {
    draft,
    version,
    channel,
    notes,
    versionFrom: undefined,
    rows: rows.map((row) => (row.hashes === undefined ? row : { ...row, phase: phaseFor(draft, row) })),
  });
};

/** Continues a draft as the server has it now, unless it was published. */
export const resumeDraft = async (app: string, id: string): Promise<void> => {
  const { release } = await client.getRelease(app, id);
  if (release.state === 'draft') continueDraft(app, release);
};

const findDraft = async ({ app, version, channel }: ReleaseJob): Promise<Release | undefined> => {
  const { releases } = await client.listReleases(app, { channel, state: 'draft', limit: 100 });
  const found = releases.find((one) => one.version === version);
  return found && (await client.getRelease(app, found.id)).release;
};

/** The job's draft, a new one, or an existing draft with the same version. */
export const ensureDraft = async (job: ReleaseJob): Promise<Release> => {
  if (job.draft !== undefined) return (await client.getRelease(job.app, job.draft.id)).release;
  const { app, version, channel, notes } = job;
  try {
    return (await client.createRelease(app, { version, channel, ...(notes === '' ? {} : { notes }) }))
      .release;
  } catch (error) {
    const found =
      error instanceof ProblemError && error.code === 'version-taken' ? await findDraft(job) : undefined;
    if (found === undefined) throw error;
    return found;
  }
};
