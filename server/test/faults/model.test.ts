import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decide, planFor } from '../../src/domain/deciding.ts';
import { contentOf } from '../../src/domain/nouns/artifact.ts';
import { Refusal } from '../../src/domain/nouns/errors.ts';
import { isNewer } from '../../src/domain/nouns/version.ts';
import { sha256Of } from '../harness.ts';
import { admin, createWorld, type World } from '../units/world.ts';
import { scaled } from './scale.ts';

/*
 * Random sequences of everything that publishers and clients do, on the real domain and on a model of a few lines.
 * After each step the two must agree on what was answered and on what every client is offered.
 */

const sequences = scaled(2000, 170_000);
const stepsEach = 60;

const versions = ['0.9.0', '1.0.0', '1.1.0', '2.0.0-beta', '2.0.0'] as const;
const targets = ['linux-x86_64', 'darwin-aarch64'] as const;
type Target = (typeof targets)[number];

interface ModelArtifact {
  content: string;
  isUploaded: boolean;
  isPruned: boolean;
}

interface ModelRelease {
  id: string;
  version: string;
  state: 'draft' | 'published' | 'withdrawn';
  place: number;
  artifacts: Map<Target, ModelArtifact>;
}

interface Model {
  releases: Map<string, ModelRelease>;
  isActive: boolean;
  publications: number;
  changes: number;
}

const caller = { app: 'hello', actor: admin };

/** What a call came to: its code where it was refused. */
const outcomeOf = async (pending: Promise<unknown>): Promise<string> => {
  try {
    await pending;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

interface Step {
  kind: 'draft' | 'declare' | 'upload' | 'publish' | 'withdraw' | 'restore' | 'prune' | 'delete' | 'channel';
  version: (typeof versions)[number];
  target: Target;
  content: 'a' | 'b';
}

type Act = (world: World, model: Model, step: Step) => Promise<[actual: string, expected: string]>;

const idOf = (model: Model, version: string): string => model.releases.get(version)?.id ?? 'rel_none';

/** A step's expected outcome, and what it does to the model where it is done. */
const expect = (expected: string, model: Model, change: () => void): string => {
  if (expected === 'done') {
    change();
    model.changes += 1;
  }
  return expected;
};

const acts: Record<Step['kind'], Act> = {
  draft: async (world, model, { version }) => {
    let id = '';
    const creating = world.drafting.createDraft(caller, { version }).then((release) => {
      id = release.id;
    });
    const expected = !model.isActive
      ? 'channel-inactive'
      : model.releases.has(version)
        ? 'version-taken'
        : 'done';
    const actual = await outcomeOf(creating);
    const add = () =>
      model.releases.set(version, { id, version, state: 'draft', place: 0, artifacts: new Map() });
    return [actual, expect(expected, model, add)];
  },
  declare: async (world, model, { version, target, content }) => {
    const bytes = Buffer.from(`${version} ${target} ${content}`);
    const sha256 = sha256Of(bytes);
    const declaration = { version, target, format: '.bin', sizeBytes: bytes.length, sha256 };
    let stagedKey = '';
    const declaring = world.drafting.declare(caller, declaration).then(({ artifact }) => {
      stagedKey = contentOf(artifact).stagedKey;
    });
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'draft-missing' : release.state === 'draft' ? 'done' : 'not-a-draft';
    const put = () => {
      const before = release?.artifacts.get(target);
      if (before?.content === content) return;
      // What was uploaded for these bytes of this artifact before is still staged; a deleted draft's is nobody's.
      const isUploaded = world.blobs.holds().includes(stagedKey);
      release?.artifacts.set(target, { content, isUploaded, isPruned: false });
    };
    return [await outcomeOf(declaring), expect(expected, model, put)];
  },
  upload: async (world, model, { version, target, content }) => {
    const bytes = Buffer.from(`${version} ${target} ${content}`);
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'draft-missing' : release.state === 'draft' ? 'done' : 'not-a-draft';
    const actual = await outcomeOf(world.upload('hello', { version }, { target, bytes }));
    return [
      actual,
      expect(expected, model, () =>
        release?.artifacts.set(target, { content, isUploaded: true, isPruned: false }),
      ),
    ];
  },
  publish: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const isComplete = [...(release?.artifacts.values() ?? [])].every(({ isUploaded }) => isUploaded);
    const ofDraft = !model.isActive ? 'channel-inactive' : isComplete ? 'done' : 'uploads-incomplete';
    const byState = { draft: ofDraft, published: 'again', withdrawn: 'release-withdrawn' };
    const expected = release === undefined ? 'not-found' : byState[release.state];
    const actual = await outcomeOf(world.publishing.publish(caller, idOf(model, version)));
    if (expected === 'again') return [actual, 'done'];
    const publish = () => {
      model.publications += 1;
      if (release !== undefined) Object.assign(release, { state: 'published', place: model.publications });
    };
    return [actual, expect(expected, model, publish)];
  },
  withdraw: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'not-found' : release.state === 'published' ? 'done' : 'not-published';
    const actual = await outcomeOf(world.withdrawing.withdraw(caller, idOf(model, version), 'bad'));
    return [actual, expect(expected, model, () => Object.assign(release ?? {}, { state: 'withdrawn' }))];
  },
  restore: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'not-found' : release.state === 'withdrawn' ? 'done' : 'not-published';
    const actual = await outcomeOf(world.withdrawing.restore(caller, idOf(model, version)));
    return [actual, expect(expected, model, () => Object.assign(release ?? {}, { state: 'published' }))];
  },
  prune: async (world, model, { version, target }) => {
    const release = model.releases.get(version);
    const artifact = release?.artifacts.get(target);
    const actual = await outcomeOf(world.withdrawing.prune(caller, idOf(model, version), target));
    if (artifact === undefined) return [actual, 'not-found'];
    if (release?.state === 'draft') return [actual, 'not-published'];
    if (artifact.isPruned) return [actual, 'done'];
    return [actual, expect('done', model, () => Object.assign(artifact, { isPruned: true }))];
  },
  delete: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected = release === undefined ? 'not-found' : release.state === 'draft' ? 'done' : 'not-a-draft';
    const actual = await outcomeOf(world.drafting.deleteDraft(caller, idOf(model, version)));
    return [actual, expect(expected, model, () => model.releases.delete(version))];
  },
  channel: async (world, model) => {
    const to = !model.isActive;
    const actual = await outcomeOf(world.administering.changeChannel(caller, 'stable', to));
    return [actual, expect('done', model, () => Object.assign(model, { isActive: to }))];
  },
};

const offeredBy = (model: Model, target: Target): ModelRelease | undefined =>
  [...model.releases.values()]
    .filter(({ state, artifacts }) => state === 'published' && artifacts.get(target)?.isPruned === false)
    .sort((a, b) => b.place - a.place)[0];

const compareOffers = async (world: World, model: Model): Promise<void> => {
  const site = await world.catalog.find('hello.localhost');
  assert.ok(site);
  for (const target of targets) {
    const expected = offeredBy(model, target);
    const offer = decide(planFor(site, 'stable', target), {});
    assert.equal(offer?.release.version, expected?.version, target);
    if (offer === undefined || expected === undefined) continue;
    assert.equal(isNewer(offer.version, expected.version), false, 'nobody is offered what they have');
    const { content } = expected.artifacts.get(target) ?? { content: '' };
    const download = await world.downloading.find(site, offer.release.id, target);
    const reader = await download.open({ start: 0, end: offer.artifact.sizeBytes - 1 });
    assert.equal(
      Buffer.from((await reader.next(1000)) ?? []).toString(),
      `${expected.version} ${target} ${content}`,
    );
    await reader.close();
  }
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    'draft',
    'draft',
    'declare',
    'upload',
    'upload',
    'upload',
    'publish',
    'publish',
    'publish',
    'withdraw',
    'restore',
    'prune',
    'delete',
    'channel',
  ),
  version: fc.constantFrom(...versions),
  target: fc.constantFrom(...targets),
  content: fc.constantFrom('a' as const, 'b' as const),
});

const play = async (steps: readonly Step[]): Promise<void> => {
  const world = createWorld();
  await world.administering.createApp({ slug: 'hello' }, admin);
  const model: Model = { releases: new Map(), isActive: true, publications: 0, changes: 0 };
  for (const one of steps) {
    world.clock.advance(1);
    const [actual, expected] = await acts[one.kind](world, model, one);
    assert.equal(actual, expected, JSON.stringify(one));
    if (one.kind !== 'declare') await compareOffers(world, model);
  }
  // One row for each change and none for what was refused; the app's own creation is the first.
  const { items } = await world.store.listAudit('hello', { limit: 1000 });
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
