import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../src/domain/decision/decide.ts';
import { planOffers } from '../../../src/domain/decision/plan.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { type BuiltInKeys, builtInKeysOf } from '../../../src/domain/model/built-in-keys.ts';
import type { Client } from '../../../src/domain/model/offer.ts';
import type { Policy } from '../../../src/domain/model/policy.ts';
import { rescuedByChannel } from '../../../src/domain/model/published-version.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import type { SigningKey } from '../../../src/domain/model/signing-key.ts';
import type { ReleaseExclusion } from '../../../src/domain/ports/releases.ts';
import type { Store, Transaction } from '../../../src/domain/ports/store.ts';
import { createRandom } from '../../decision/random.ts';
import {
  artifactNamed,
  type Kinds,
  randomClient,
  randomRollout,
  randomVersion,
  randomWorld,
  releaseNamed,
  rolloutOf,
  type World,
} from '../../decision/worlds.ts';
import { at, draftOf, type Shared, seedApp, seedPublished } from './fixtures.ts';
import { copyState, publishWorld } from './publish-world.ts';

const channel = 'stable';
const kinds: Kinds = { policies: true, rising: false, odd: true };

/** The second and third key were added with later versions. */
const keys = [undefined, '1.1', '3'].map((fromVersion, index): SigningKey => {
  const id = `sig_${index}`;
  const made = { id, app: '', kind: 'minisign', keyId: id, publicKey: id, name: id, fromVersion } as const;
  return { ...made, state: 'active', createdAt: '', retiredAt: undefined };
});
const signers = keys.map(({ id }) => id) as [string, ...string[]];

interface Compared {
  clients: readonly Client[];
  builtIn?: BuiltInKeys | undefined;
  without?: ReleaseExclusion;
}

/** A release without one target, or without any. */
const lacking = (
  release: ReleaseWithArtifacts,
  { releaseId, target }: ReleaseExclusion,
): ReleaseWithArtifacts => ({
  ...release,
  artifacts: release.artifacts.filter(
    (one) => release.id !== releaseId || (target !== undefined && one.target !== target),
  ),
});

/** Compares each client's decision over the candidates with that over all published releases. */
const compare = async (store: Store, app: string, { clients, builtIn, without }: Compared): Promise<void> => {
  const leave = (all: ReleaseWithArtifacts[]) => (without ? all.map((one) => lacking(one, without)) : all);
  const candidates = leave(await store.listCandidates(app, without));
  const bounded = candidates.toSorted((one, other) => (other.sequence ?? 0) - (one.sequence ?? 0));
  const everything = leave(await store.listPublished(app, { channel, limit: 1000, withdrawn: true }));
  const rescued = rescuedByChannel(await store.listVersions(app)).get(channel);
  for (const target of ['here', 'there']) {
    const [few, all] = [bounded, everything].map((releases) =>
      planOffers({ releases, target, rescued, builtIn }),
    );
    assert.ok(few && all);
    assert.equal(few.dependsOnClient, all.dependsOnClient);
    for (const client of clients)
      assert.equal(
        decide(few, client)?.release.version,
        decide(all, client)?.release.version,
        `${target} ${JSON.stringify(client)} of ${JSON.stringify(all.offers.map(({ release }) => release.version))}`,
      );
  }
};

const clientsOf = (random: ReturnType<typeof createRandom>, world: World): Client[] =>
  Array.from({ length: 24 }, () => randomClient(random, randomVersion(random, world, kinds)));

/** More unfinished rollouts than a decision considers, with a release for everyone behind them. */
const deepWorld = (): World => {
  const random = createRandom(77);
  return Array.from({ length: 40 }, (_, index) => {
    const sequence = 40 - index;
    const rollout = randomRollout(random, `rel_${sequence}`);
    const state = rollout.state === 'done' ? 'paused' : rollout.state;
    return releaseNamed(`${sequence}.0.0`, sequence, {
      artifacts: ['here', 'there'].map((target) => artifactNamed(target)),
      policy: sequence === 12 ? { milestone: { reason: 'moves data' } } : {},
      ...(sequence < 4 ? {} : { rollout: { ...rollout, state, brakedTargets: [] } }),
    });
  });
};

/** A store's candidates are an upper bound and never change a decision. */
export const candidateCases = (shared: Shared): void => {
  describe('candidates of a decision', () => {
    const isEnough = async (seed: number, worldKinds: Kinds, builtIn?: BuiltInKeys): Promise<void> => {
      const store = shared();
      const { slug } = await seedApp(store);
      const random = createRandom(seed);
      const world = [...randomWorld(random, worldKinds), ...randomWorld(random, worldKinds)].filter(
        ({ version }, index, all) => all.findIndex((one) => one.version === version) === index,
      );
      const ids = await publishWorld(store, slug, world);
      await compare(store, slug, { clients: clientsOf(random, world), builtIn });
      const replacements = randomWorld(random, worldKinds).slice(0, ids.length);
      await store.transaction(async (tx) => {
        for (const [index, release] of replacements.entries()) await copyState(tx, ids[index] ?? '', release);
      });
      await compare(store, slug, { clients: clientsOf(random, world), builtIn });
    };

    for (const seed of [11, 12, 13, 14, 15, 16, 17, 18])
      it(`are enough, whatever the policies and rollouts: world ${seed}`, () => isEnough(seed, kinds));

    it('are enough without any one release or one of its targets', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const random = createRandom(31);
      const world = randomWorld(random, { ...kinds, rising: true });
      const ids = await publishWorld(store, slug, world);
      assert.ok(ids.length > 4);
      for (const releaseId of ids)
        for (const without of [{ releaseId }, { releaseId, target: 'here' }])
          await compare(store, slug, { clients: clientsOf(random, world), without });
      const left = await store.listCandidates(slug, { releaseId: ids[0] ?? '' });
      assert.ok(left.every(({ id }) => id !== ids[0]));
    });

    for (const seed of [21, 22, 23, 24])
      it(`are enough while keys are rotated: world ${seed}`, () =>
        isEnough(seed, { ...kinds, signers }, builtInKeysOf(keys)));

    it('are enough for signed files without a key rotation', () => isEnough(25, { ...kinds, signers }));

    it('are enough behind more rollouts than a decision considers', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const world = deepWorld();
      await publishWorld(store, slug, world);
      const random = createRandom(5);
      await compare(store, slug, { clients: clientsOf(random, world) });
      const outsider = { currentVersion: '0.1', network: undefined };
      const plan = planOffers({ releases: await store.listCandidates(slug), target: 'here' });
      assert.equal(decide(plan, outsider)?.release.version, '3.0.0', 'what is for everyone is always there');
      assert.equal(plan.offers.filter(({ rollout }) => rollout !== undefined).length, 16);
    });

    it('include releases for everyone and milestones, however large the newer ones are', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const seed = async (version: string, policy: Policy, notes = '') => {
        const { release } = await seedPublished(store, draftOf(slug, version, { notes }), ['here']);
        await store.transaction((tx) => tx.setPolicy(release.id, policy));
      };
      await seed('1.0.0', {});
      await seed('1.1.0', { milestone: { reason: 'moves data' }, from: { atLeast: '0.5' } });
      await seed('2.0.0', { from: { atLeast: '1.1' } });
      // As large as hundreds of long notes.
      await seed('3.0.0', { from: { atLeast: '1.2' } }, 'x'.repeat(bounds.siteBytes));
      const plan = planOffers({ releases: await store.listCandidates(slug), target: 'here' });
      const offeredTo = (currentVersion: string) => decide(plan, { currentVersion })?.release.version;
      assert.deepEqual(['0.1', '0.6', '1.2.5'].map(offeredTo), ['1.0.0', '1.1.0', '3.0.0']);
    });

    it('include a rule with a hundred long versions', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const random = createRandom(6);
      const longVersion = () =>
        Array.from({ length: 16 }, () => random.below(2 ** 32).toString(36)).join('.');
      const except = Array.from({ length: 100 }, () => `1.${longVersion()}`);
      const { release } = await seedPublished(store, draftOf(slug, '2.0.0'), ['here']);
      await store.transaction((tx) => tx.setPolicy(release.id, { from: { except } }));
      const [read] = await store.listCandidates(slug);
      assert.deepEqual(read?.policy.from?.except, except);
    });

    it('preserve the full seed', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '2.0.0'), ['here']);
      const rollout = rolloutOf(release.id, { seed: 2 ** 32 - 1, permille: 999 });
      await store.transaction((tx) => tx.putRollout(rollout));
      const [read] = await store.listCandidates(slug);
      assert.deepEqual(read?.rollout, rollout);
      assert.deepEqual((await store.listRolling()).find((one) => one.app === slug)?.rollout, rollout);
    });

    it('list rollouts with whether their release is a milestone', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '2.0.0'), ['here']);
      const change = (run: (tx: Transaction) => Promise<unknown>) => store.transaction(run);
      const listed = async () => (await store.listRollouts(slug, {})).map(({ isMilestone }) => isMilestone);
      await change((tx) => tx.putRollout(rolloutOf(release.id)));
      assert.deepEqual(await listed(), [false]);
      await change((tx) => tx.setPolicy(release.id, { milestone: { reason: 'moves data' } }));
      assert.deepEqual(await listed(), [true]);
      await change((tx) => tx.setWithdrawn(release.id, { at: at(9), reason: 'crashes' }));
      assert.deepEqual(await listed(), [false]);
    });
  });
};
