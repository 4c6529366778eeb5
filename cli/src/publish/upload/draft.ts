import type { Client, Release } from '@slipway/api';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { isProblem } from '../../errors/to-failure.ts';
import type { Plan } from '../plan/plan.ts';

/** A draft, or the release that an earlier run published from it. */
export interface Draft {
  release: Release;
  /** An earlier run or another job created it. */
  continued: boolean;
}

const refuse = (message: string, code: string, remedy: string): Failure =>
  new Failure(message, { exit: exitCodes.refused, code, remedy });

const takenId = (error: { problem: { detail: string; errors?: { detail: string }[] } | undefined }) => {
  const texts = [...(error.problem?.errors ?? []).map(({ detail }) => detail), error.problem?.detail ?? ''];
  return texts.map((text) => /\brel_[A-Za-z0-9_-]+/.exec(text)?.[0]).find((id) => id !== undefined);
};

/** A leading v is not part of a version: `v1.2.0` and `1.2.0` are the same release. */
const withoutV = (version: string): string => version.replace(/^v(?=\d)/i, '');

/** Finds a release in any state. Prefers the exact spelling. */
export const findByVersion = async (
  client: Client,
  app: string,
  requested: { channel: string; version: string },
): Promise<Release | undefined> => {
  let cursor: string | undefined;
  let alike: Release | undefined;
  do {
    const page = await client.listReleases(app, {
      channel: requested.channel,
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const found = page.releases.find(({ version }) => version === requested.version);
    if (found !== undefined) return (await client.getRelease(app, found.id)).release;
    alike ??= page.releases.find(({ version }) => withoutV(version) === withoutV(requested.version));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return alike === undefined ? undefined : (await client.getRelease(app, alike.id)).release;
};

/** Finds targets whose bytes or signatures differ from the plan. */
const compare = (release: Release, plan: Plan, digests: Map<string, string>) => {
  const published = new Map(release.artifacts.map((artifact) => [artifact.target, artifact]));
  const other = plan.items.filter(({ target }) => published.get(target)?.sha256 !== digests.get(target));
  const resigned = plan.items.filter(
    ({ target, signature }) => (published.get(target)?.signature ?? '') !== (signature ?? ''),
  );
  return { other: other.map(({ target }) => target), resigned: resigned.map(({ target }) => target) };
};

/** Fails unless the published release contains exactly the planned files. */
export const assertSamePublished = (release: Release, plan: Plan, digests: Map<string, string>): void => {
  if (release.state === 'withdrawn') {
    throw refuse(
      `${release.version} was published and withdrawn.`,
      'release-withdrawn',
      `Restore it: slipway releases restore ${release.version}. Other files need a new version.`,
    );
  }
  const { other, resigned } = compare(release, plan, digests);
  if (other.length === 0 && resigned.length === 0) return;
  const what = other.length > 0 ? 'other files' : `another signature for ${resigned.join(', ')}`;
  throw refuse(
    `${release.version} is already published with ${what}. Published releases can’t change.`,
    'version-taken',
    'Use a new version.',
  );
};

/** Given notes, or the build's own if the draft has none. */
const notesFor = ({ notes, builtNotes }: Plan, draft: Release): string | undefined => {
  const requested = notes ?? (draft.notes === '' ? builtNotes : undefined);
  return draft.notes === requested ? undefined : requested;
};

/** Creates or reuses the draft; safe to run in parallel jobs. */
export const ensureDraft = async (client: Client, plan: Plan): Promise<Draft> => {
  const { app, channel, version, notes = plan.builtNotes, pubDate } = plan;
  try {
    const { release } = await client.createRelease(app, {
      version,
      channel,
      ...(notes === undefined ? {} : { notes }),
      ...(pubDate === undefined ? {} : { pubDate }),
    });
    return { release, continued: false };
  } catch (error) {
    if (!isProblem(error, 'version-taken')) throw error;
    const id = takenId(error);
    const release =
      id === undefined ? await findByVersion(client, app, plan) : (await client.getRelease(app, id)).release;
    if (release === undefined) throw error;
    const missing = release.state === 'draft' ? notesFor(plan, release) : undefined;
    if (missing === undefined) return { release, continued: true };
    const { release: changed } = await client.changeRelease(app, release.id, { notes: missing });
    return { release: changed, continued: true };
  }
};
