import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import type { World } from '../../domain/world.ts';
import { sha256Of } from '../../harness.ts';
import { type Act, caller, dayMs, expect, type Model, type ModelRelease, nowMs, outcomeOf } from './model.ts';
import { rolloutActs, rolloutKinds, startRollouts } from './rollout-acts.ts';

export const publisherKinds = [
  'draft',
  'declare',
  'upload',
  'publish',
  'withdraw',
  'restore',
  'prune',
  'delete',
  'channel',
  ...rolloutKinds,
] as const;
export type PublisherKind = (typeof publisherKinds)[number];

const idOf = (model: Model, version: string): string => model.releases.get(version)?.id ?? 'rel_none';

const touch = (world: World, release: ModelRelease | undefined): void => {
  if (release !== undefined) release.touchedMs = nowMs(world);
};

/** Repeating a declaration succeeds without a change or an audit entry. */
const uncount = (model: Model): void => {
  model.changes -= 1;
};

/** The expected outcome of declaring an artifact. */
const ofDeclaration = (model: Model, release: { state: string } | undefined): string => {
  if (release === undefined) return 'draft-missing';
  if (release.state !== 'draft') return 'not-a-draft';
  return model.isActive ? 'done' : 'channel-inactive';
};

/** The actions of publishers. */
export const acts: Record<PublisherKind, Act> = {
  ...rolloutActs,
  draft: async (world, model, { version }) => {
    let id = '';
    const creating = world.drafts.createDraft(caller, { version }).then((release) => {
      id = release.id;
    });
    const expected = !model.isActive
      ? 'channel-inactive'
      : model.releases.has(version)
        ? 'version-taken'
        : 'done';
    const actual = await outcomeOf(creating);
    const touchedMs = nowMs(world);
    const add = () =>
      model.releases.set(version, {
        ...{ id, version, state: 'draft', place: 0, touchedMs },
        ...{ artifacts: new Map(), heldTargets: new Set() },
      });
    return [actual, expect(expected, model, add)];
  },
  declare: async (world, model, { version, target, content }) => {
    const bytes = Buffer.from(`${version} ${target} ${content}`);
    const sha256 = sha256Of(bytes);
    const declaration = { version, target, format: '.bin', sizeBytes: bytes.length, sha256 };
    let [stagedKey, storedKey] = ['', ''];
    const declaring = world.drafts.declare(caller, declaration).then(({ artifact }) => {
      ({ stagedKey, storedKey } = blobContentOf(artifact));
    });
    const release = model.releases.get(version);
    const expected = ofDeclaration(model, release);
    const put = () => {
      touch(world, release);
      const before = release?.artifacts.get(target);
      if (before?.content === content) return uncount(model);
      // An earlier upload of the same bytes is still staged; that of a deleted draft belongs to nobody.
      const isUploaded = [stagedKey, storedKey].some((key) => world.blobs.holds().includes(key));
      release?.artifacts.set(target, { content, isUploaded, isPruned: false });
    };
    return [await outcomeOf(declaring), expect(expected, model, put)];
  },
  upload: async (world, model, { version, target, content }) => {
    const bytes = Buffer.from(`${version} ${target} ${content}`);
    const release = model.releases.get(version);
    const expected = ofDeclaration(model, release);
    const actual = await outcomeOf(world.upload('hello', { version }, { target, bytes }));
    const put = () => {
      touch(world, release);
      if (release?.artifacts.get(target)?.content === content) uncount(model);
      release?.artifacts.set(target, { content, isUploaded: true, isPruned: false });
    };
    return [actual, expect(expected, model, put)];
  },
  publish: async (world, model, { version }) => {
    const release = model.releases.get(version);
    if (release?.state === 'draft' && model.isActive && release.touchedMs < nowMs(world) - dayMs)
      touch(world, release);
    const actual = await outcomeOf(world.publishing.publish(caller, idOf(model, version)));
    // Evaluated afterwards, because files may be collected in the middle.
    const isComplete = [...(release?.artifacts.values() ?? [])].every(({ isUploaded }) => isUploaded);
    const ofDraft = !model.isActive ? 'channel-inactive' : isComplete ? 'done' : 'uploads-incomplete';
    const byState = { draft: ofDraft, published: 'again', withdrawn: 'release-withdrawn' };
    const expected = release === undefined ? 'not-found' : byState[release.state];
    if (expected === 'again') return [actual, 'done'];
    const publish = () => {
      model.publications += 1;
      if (release === undefined) return;
      Object.assign(release, { state: 'published', place: model.publications });
      startRollouts(world, model, release);
    };
    return [actual, expect(expected, model, publish)];
  },
  withdraw: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'not-found' : release.state === 'published' ? 'done' : 'not-published';
    const actual = await outcomeOf(world.withdrawals.withdraw(caller, idOf(model, version), 'bad'));
    const withdraw = () => {
      Object.assign(release ?? {}, { state: 'withdrawn' });
      if (release?.rollout?.state !== 'rolling') return;
      release.rollout.state = 'paused';
      model.changes += 1;
    };
    return [actual, expect(expected, model, withdraw)];
  },
  restore: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected =
      release === undefined ? 'not-found' : release.state === 'withdrawn' ? 'done' : 'not-published';
    const actual = await outcomeOf(world.withdrawals.restore(caller, idOf(model, version)));
    return [actual, expect(expected, model, () => Object.assign(release ?? {}, { state: 'published' }))];
  },
  prune: async (world, model, { version, target }) => {
    const release = model.releases.get(version);
    const artifact = release?.artifacts.get(target);
    const actual = await outcomeOf(world.withdrawals.prune(caller, idOf(model, version), target));
    if (artifact === undefined) return [actual, 'not-found'];
    if (release?.state === 'draft') return [actual, 'not-published'];
    if (artifact.isPruned) return [actual, 'done'];
    return [actual, expect('done', model, () => Object.assign(artifact, { isPruned: true }))];
  },
  delete: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const expected = release === undefined ? 'not-found' : release.state === 'draft' ? 'done' : 'not-a-draft';
    const actual = await outcomeOf(world.drafts.deleteDraft(caller, idOf(model, version)));
    return [actual, expect(expected, model, () => model.releases.delete(version))];
  },
  channel: async (world, model) => {
    const to = !model.isActive;
    const actual = await outcomeOf(world.appAdmin.changeChannel(caller, 'stable', { active: to }));
    return [actual, expect('done', model, () => Object.assign(model, { isActive: to }))];
  },
};
