import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNewer } from '@slipway/core/version.ts';
import fc from 'fast-check';
import { decide } from '../../src/domain/decision/decide.ts';
import { planFor } from '../../src/domain/decision/planner.ts';
import { admin, createWorld, type World } from '../domain/world.ts';
import { acts, type PublisherKind, publisherKinds } from './model/acts.ts';
import {
  compareLeftovers,
  jobNames,
  type Meanwhile,
  momentsOfJobs,
  momentsOfPublish,
  planJob,
  runJob,
} from './model/jobs.ts';
import {
  compareBytes,
  type Model,
  type ModelRelease,
  type Subject,
  type Target,
  targets,
  versions,
} from './model/model.ts';
import { scaled } from './scale.ts';

/*
 * Random sequences of all actions of publishers, clients and maintenance, on the real domain and on a small model.
 * After each step both must agree on the response, on every client's offer, and on the stored bytes.
 */

const sequences = scaled(2000, 170_000);
const stepsEach = 60;

interface Step extends Subject {
  kind: PublisherKind | 'job';
  meanwhile: Meanwhile;
}

/** A client without an ID is included once the rollout is finished, or on a manual check. */
const isIn = ({ rollout }: ModelRelease, manual: boolean): boolean =>
  rollout === undefined || rollout.state === 'done' || (manual && rollout.state === 'rolling');

const offeredBy = (model: Model, target: Target, manual: boolean): ModelRelease | undefined =>
  [...model.releases.values()]
    .filter(({ state, artifacts }) => state === 'published' && artifacts.get(target)?.isPruned === false)
    .filter((release) => !release.heldTargets.has(target) && isIn(release, manual))
    .sort((a, b) => b.place - a.place)[0];

const compareOffers = async (world: World, model: Model): Promise<void> => {
  const site = await world.catalog.find('hello.localhost');
  assert.ok(site);
  for (const target of targets) {
    const plan = planFor(site, { channel: 'stable', target });
    const pressed = decide(plan, { manual: true })?.release.version;
    assert.equal(pressed, offeredBy(model, target, true)?.version, `${target}, by hand`);
    const expected = offeredBy(model, target, false);
    const offer = decide(plan, {});
    assert.equal(offer?.release.version, expected?.version, target);
    if (offer === undefined || expected === undefined) continue;
    assert.equal(isNewer(offer.version, expected.version), false, 'nobody is offered what they have');
    const { content } = expected.artifacts.get(target) ?? { content: '' };
    const download = await world.downloads.find(site, offer.release.id, target);
    const reader = await download.open([{ start: 0, end: offer.artifact.sizeBytes - 1 }]);
    assert.equal(
      Buffer.from((await reader.next(1000)) ?? []).toString(),
      `${expected.version} ${target} ${content}`,
    );
    await reader.close();
  }
};

const repeated = (kind: Step['kind'], times: number): Step['kind'][] =>
  Array.from({ length: times }, () => kind);

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    ...publisherKinds,
    ...repeated('draft', 3),
    ...repeated('upload', 5),
    ...repeated('publish', 5),
    ...repeated('plan', 3),
    ...repeated('job', 4),
  ),
  version: fc.constantFrom(...versions),
  target: fc.constantFrom(...targets),
  content: fc.constantFrom('a' as const, 'b' as const),
  meanwhile: fc.record({
    job: fc.constantFrom(...jobNames),
    days: fc.constantFrom(0, 0, 2, 5, 8, 31),
    ofPublish: fc.constantFrom(undefined, ...momentsOfPublish),
    ofJob: fc.constantFrom(undefined, ...momentsOfJobs),
    act: fc.constantFrom(...publisherKinds, 'publish' as const, 'publish' as const, 'upload' as const),
  }),
});

const take = async (world: World, model: Model, one: Step): Promise<void> => {
  if (one.kind === 'job') return runJob(world, model, one);
  if (one.kind === 'publish') planJob(world, model, one.meanwhile);
  const [actual, expected] = await acts[one.kind](world, model, one);
  assert.equal(actual, expected, JSON.stringify(one));
};

const play = async (steps: readonly Step[]): Promise<void> => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  const model: Model = { releases: new Map(), isActive: true, publications: 0, changes: 0 };
  for (const one of steps) {
    world.clock.advance(1);
    await take(world, model, one);
    world.interruptions.clear();
    if (one.kind !== 'declare') await compareOffers(world, model);
    if (one.kind === 'publish' || one.kind === 'job') await compareBytes(world, model);
  }
  await compareLeftovers(world, model);
  await compareOffers(world, model);
  // One row per change and none for rejected ones; the app's own creation is the first.
  const { items } = await world.store.listAudit((await world.store.findApp('hello'))?.id ?? '', {
    limit: 1000,
  });
  assert.equal(items.length, model.changes + 1);
};

describe('the domain and its model', () => {
  test(`${sequences} sequences of ${stepsEach} steps: no divergence`, async () => {
    const steps = fc.array(step, { minLength: stepsEach, maxLength: stepsEach });
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: sequences });
  });

  test('a failure names a seed that replays it', async () => {
    const broken = fc.asyncProperty(fc.array(step, { minLength: 5 }), async (steps) => {
      assert.ok(!steps.some(({ kind }) => kind === 'prune'));
    });
    const first = await fc.check(broken, { numRuns: 200 });
    assert.equal(first.failed, true);
    const again = await fc.check(broken, {
      seed: first.seed,
      path: first.counterexamplePath ?? '',
      numRuns: 200,
    });
    assert.deepEqual(again.counterexample, first.counterexample);
  });
});
