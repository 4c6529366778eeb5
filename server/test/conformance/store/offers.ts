import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../src/domain/decision/decide.ts';
import { planOffers } from '../../../src/domain/decision/plan.ts';
import {
  artifactOf,
  draftOf,
  prune,
  publish,
  restore,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  versionsOf,
  withdraw,
} from './fixtures.ts';
import { storedBytesCases } from './kept.ts';

const offerCases = (shared: Shared): void => {
  describe('what can be offered', () => {
    it('is the last of each channel, and of each target in it the last that has it active', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'beta', 'empty']);
      const offers = async () => versionsOf(await store.listCandidates(slug)).toSorted();
      assert.deepEqual(await offers(), []);
      await seedPublished(store, draftOf(slug, '1.0.0'), ['mac', 'linux', 'old']);
      const two = await seedPublished(store, draftOf(slug, '2.0.0'), ['mac', 'linux']);
      const three = await seedPublished(store, draftOf(slug, '3.0.0'), ['mac']);
      await seedPublished(store, draftOf(slug, '0.9.0', { channel: 'beta' }), ['mac']);
      await seedDraft(store, draftOf(slug, '4.0.0'), ['mac']);
      await seedPublished(store, draftOf((await seedApp(store)).slug, '7.0.0'), ['mac']);
      assert.deepEqual(await offers(), ['0.9.0', '1.0.0', '2.0.0', '3.0.0']);
      const bare = await seedPublished(store, draftOf(slug, '5.0.0'));
      assert.deepEqual(
        await offers(),
        ['0.9.0', '1.0.0', '2.0.0', '3.0.0', '5.0.0'],
        'the last, though bare',
      );
      await withdraw(store, bare.release.id);
      await withdraw(store, two.release.id);
      assert.deepEqual(await offers(), ['0.9.0', '1.0.0', '3.0.0'], 'linux falls back');
      await prune(store, three.artifacts[0]?.id);
      await restore(store, two.release.id);
      assert.deepEqual(
        await offers(),
        ['0.9.0', '1.0.0', '2.0.0', '3.0.0'],
        'mac falls back, 3.0.0 is the last',
      );
    });

    it('is never a file that only goes with another', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const first = draftOf(slug, '1.0.0');
      const map = artifactOf(first.id, 'mac.blockmap', {
        companionOf: 'mac',
        facts: { fileName: 'App.zip.blockmap', sha1: 'ab'.repeat(20), blockMapSize: 7 },
      });
      await store.transaction(async (tx) => {
        await tx.insertRelease(first);
        await tx.putArtifact(map);
      });
      await publish(store, first, [map]);
      await seedPublished(store, draftOf(slug, '2.0.0'), ['mac']);
      assert.deepEqual(versionsOf(await store.listCandidates(slug)), ['2.0.0']);
      const [read] = (await store.findRelease(slug, first.id))?.artifacts ?? [];
      assert.deepEqual([read?.companionOf, read?.facts], [map.companionOf, map.facts]);
    });

    it('is a bound and no choice: the decision comes out as over everything that was published', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'beta']);
      const targets = ['a', 'b', 'c'];
      const pick = <T>(items: readonly T[], seed: number): T[] =>
        items.filter((_, index) => ((seed * 2654435761) >>> (index + 7)) % 2 === 0);
      for (let seed = 1; seed <= 24; seed++) {
        const channel = seed % 3 === 0 ? 'beta' : 'stable';
        const draft = draftOf(slug, `${(seed * 7) % 11}.${seed}.0`, { channel });
        const { release, artifacts } = await seedPublished(store, draft, pick(targets, seed));
        if (seed % 4 === 0) await withdraw(store, release.id);
        else if (seed % 5 === 0)
          for (const artifact of pick(artifacts, seed + 1)) await prune(store, artifact.id);
        const candidates = await store.listCandidates(slug);
        for (const name of ['stable', 'beta'])
          for (const target of targets) {
            const everything = await store.listPublished(slug, {
              channel: name,
              limit: 100,
              withdrawn: true,
            });
            const bounded = candidates
              .filter((one) => one.channel === name)
              .toSorted((one, other) => (other.sequence ?? 0) - (one.sequence ?? 0));
            for (const currentVersion of ['0.1', '5.5', '10.0'])
              assert.equal(
                decide(planOffers({ releases: bounded, target }), { currentVersion })?.release.id,
                decide(planOffers({ releases: everything, target }), { currentVersion })?.release.id,
                `${name} ${target} ${currentVersion} after ${seed}`,
              );
          }
      }
    });

    it('comes whole, pruned artifacts included', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedPublished(store, draftOf(slug, '1.0.0'), ['b', 'a']);
      await prune(store, artifacts[0]?.id);
      assert.deepEqual(await store.listCandidates(slug), [await store.findRelease(slug, release.id)]);
    });

    it('falls back to the release before when an artifact is pruned', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      await seedPublished(store, draftOf(slug, '1.0.0'), ['a']);
      const two = await seedPublished(store, draftOf(slug, '2.0.0'), ['a']);
      await seedPublished(store, draftOf(slug, '3.0.0'), ['b']);
      assert.deepEqual(versionsOf(await store.listCandidates(slug)).toSorted(), ['2.0.0', '3.0.0']);
      await prune(store, two.artifacts[0]?.id);
      assert.deepEqual(versionsOf(await store.listCandidates(slug)).toSorted(), ['1.0.0', '3.0.0']);
    });

    it('does not come back by restoring what was pruned meanwhile', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      await seedPublished(store, draftOf(slug, '1.0.0'), ['a']);
      const two = await seedPublished(store, draftOf(slug, '2.0.0'), ['a']);
      await seedPublished(store, draftOf(slug, '3.0.0'), ['b']);
      await withdraw(store, two.release.id);
      await prune(store, two.artifacts[0]?.id);
      await restore(store, two.release.id);
      assert.deepEqual(versionsOf(await store.listCandidates(slug)).toSorted(), ['1.0.0', '3.0.0']);
    });
  });
};

/** Offers and downloads. */
export const offerAndKeptCases = (shared: Shared): void => {
  offerCases(shared);
  storedBytesCases(shared);
};
