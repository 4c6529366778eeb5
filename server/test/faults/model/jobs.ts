import assert from 'node:assert/strict';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import type { World } from '../../domain/world.ts';
import { acts, type PublisherKind } from './acts.ts';
import { compareBytes, dayMs, type Model, type Subject } from './model.ts';

/* Maintenance as an actor: alone, in the middle of a publish, and interrupted by a publisher. */

export const jobNames = ['stale uploads', 'orphans', 'leftovers', 'scrub', 'all'] as const;
export type JobName = (typeof jobNames)[number];

export const momentsOfPublish = ['before verify', 'after verify', 'before keep', 'after keep'] as const;
export const momentsOfJobs = ['after findArtifactStates', 'before remove'] as const;

/** An event before or during a step. */
export interface Meanwhile {
  job: JobName;
  /** How many days pass before the job runs. */
  days: number;
  ofPublish: (typeof momentsOfPublish)[number] | undefined;
  ofJob: (typeof momentsOfJobs)[number] | undefined;
  /** A publisher's action in the middle of the job. */
  act: PublisherKind;
}

const scrub = async ({ housekeeping }: World): Promise<void> => {
  assert.deepEqual((await housekeeping.scrub('', 1000)).damaged, [], 'nothing that is published is damaged');
};

const jobs: Record<JobName, (world: World) => Promise<unknown>> = {
  'stale uploads': ({ housekeeping }) => housekeeping.removeStaleUploads(),
  orphans: ({ housekeeping }) => housekeeping.removeOrphans(),
  leftovers: ({ housekeeping }) => housekeeping.sweepLeftovers(),
  scrub,
  all: async (world) => {
    await world.housekeeping.sweepLeftovers();
    await world.housekeeping.removeStaleUploads();
    await world.housekeeping.removeOrphans();
    await scrub(world);
  },
};

const pass = (world: World, days: number): void => world.clock.advance((days * dayMs) / 1000);

/** Lets days pass and maintenance run in the middle of the next publish. */
export const planJob = (world: World, model: Model, { job, days, ofPublish }: Meanwhile): void => {
  if (ofPublish === undefined) return;
  world.interruptions.plan(ofPublish, async () => {
    pass(world, days);
    await jobs[job](world);
    await compareBytes(world, model);
  });
};

/** Runs a job that a publisher may interrupt. */
export const runJob = async (world: World, model: Model, step: Subject & { meanwhile: Meanwhile }) => {
  const { job, days, ofJob, act } = step.meanwhile;
  pass(world, days);
  if (ofJob !== undefined)
    world.interruptions.plan(ofJob, async () => {
      await compareBytes(world, model);
      const [actual, expected] = await acts[act](world, model, step);
      assert.equal(actual, expected, `${act} in the middle of ${job}`);
    });
  await jobs[job](world);
};

/** After a long time the storage holds only published files. */
export const compareLeftovers = async (world: World, model: Model): Promise<void> => {
  pass(world, 40);
  for (let runs = 0; runs < 2; runs++) await jobs.all(world);
  const needed: string[] = [];
  for (const { id } of model.releases.values())
    for (const artifact of (await world.store.findRelease('hello', id))?.artifacts ?? [])
      if (artifact.state === 'active') needed.push(blobContentOf(artifact).storedKey);
  const blobKeys = world.blobs.holds();
  assert.deepEqual(
    // If the database knows no object, the storage may belong to another server: unknown objects stay.
    blobKeys.filter((key) => needed.length > 0 || !key.startsWith('kept/')).toSorted(),
    needed.toSorted(),
  );
};
