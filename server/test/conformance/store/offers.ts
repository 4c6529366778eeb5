import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, planOffers } from '../../../src/domain/deciding.ts';
import {
  at,
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
                decide(planOffers(bounded, target), { currentVersion })?.release.id,
                decide(planOffers(everything, target), { currentVersion })?.release.id,
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

const keptCases = (shared: Shared): void => {
  describe('kept bytes', () => {
    it('are found with release and app once published, withdrawn or not', async () => {
      const store = shared();
      const app = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(app.slug, '1.0.0'), ['a', 'b']);
      assert.equal(await store.findPlaced(release.id, 'a'), undefined, 'a draft');
      await publish(store, release, artifacts);
      const whole = await store.findRelease(app.slug, release.id);
      assert.ok(whole);
      const { artifacts: active, ...published } = whole;
      assert.deepEqual(await store.findPlaced(release.id, 'a'), {
        app,
        release: published,
        artifact: active[0],
      });
      assert.equal(await store.findPlaced(release.id, 'c'), undefined);
      assert.equal(await store.findPlaced('rel_none', 'a'), undefined);
      await withdraw(store, release.id);
      assert.equal((await store.findPlaced(release.id, 'a'))?.release.state, 'withdrawn');
    });

    it('are pruned once', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      const id = artifacts[0]?.id ?? '';
      assert.equal(await prune(store, id), false, 'only declared');
      await publish(store, release, artifacts);
      assert.equal(await prune(store, id), true);
      assert.equal(await prune(store, id), false);
      assert.equal(await prune(store, 'art_none'), false);
      assert.equal((await store.findPlaced(release.id, 'a'))?.artifact.state, 'pruned');
    });

    it('are listed by id from after the given one', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const one = await seedPublished(store, draftOf(slug, '1.0.0'), ['a', 'b', 'c']);
      await seedDraft(store, draftOf(slug, '2.0.0'), ['a']);
      const two = await seedPublished(store, draftOf(slug, '3.0.0'), ['a', 'b']);
      await prune(store, one.artifacts[1]?.id);
      const expected = [one.artifacts[0], one.artifacts[2], ...two.artifacts].map((artifact) => artifact?.id);
      const seen: string[] = [];
      let after = '';
      for (;;) {
        const kept = await store.listKept(after, 2);
        if (kept.length === 0) break;
        assert.ok(kept.length <= 2);
        assert.ok(kept.every((artifact) => artifact.kept !== undefined && artifact.state === 'active'));
        seen.push(...kept.map(({ id }) => id));
        after = seen.at(-1) ?? '';
      }
      assert.deepEqual(seen, seen.toSorted());
      assert.deepEqual(
        seen.filter((id) => expected.includes(id)),
        expected.toSorted(),
      );
      assert.ok(!seen.includes(one.artifacts[1]?.id ?? ''), 'pruned');
    });

    it('are put on record elsewhere only while the record is the one that was read', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedPublished(store, draftOf(slug, '1.0.0'), ['a']);
      const id = artifacts[0]?.id ?? '';
      const from = { store: 'files', seal: `seal of ${id}` };
      const to = { store: 's3', seal: '"etag"' };
      const rekeep = (before: typeof from) => store.transaction((tx) => tx.rekeepArtifact(id, before, to));
      assert.equal(await rekeep({ ...from, seal: 'another' }), false);
      assert.equal(await rekeep({ ...from, store: 'another' }), false);
      assert.equal(await rekeep(from), true);
      assert.equal(await rekeep(from), false);
      assert.deepEqual((await store.findPlaced(release.id, 'a'))?.artifact.kept, to);
    });

    it('are told apart by the states of artifact and release', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const draft = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      const published = await seedPublished(store, draftOf(slug, '2.0.0', { touchedAt: at(33) }), ['a', 'b']);
      await prune(store, published.artifacts[1]?.id);
      await withdraw(store, published.release.id);
      const ids = [...draft.artifacts, ...published.artifacts].map(({ id }) => id);
      const unknown = Array.from({ length: 1200 }, (_, i) => `art_none_${i}`);
      const states = await store.findArtifactStates([...unknown, ...ids]);
      const { sha256 } = draft.artifacts[0] ?? { sha256: '' };
      const ofDraft = {
        releaseId: draft.release.id,
        app: slug,
        releaseState: 'draft',
        touchedAt: at(2),
        sha256,
      };
      const ofOther = { ...ofDraft, releaseId: published.release.id, releaseState: 'withdrawn' };
      assert.deepEqual(
        [...states].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        [
          [ids[0], { ...ofDraft, id: ids[0], state: 'declared' }],
          [ids[1], { ...ofOther, id: ids[1], state: 'active', touchedAt: at(33) }],
          [ids[2], { ...ofOther, id: ids[2], state: 'pruned', touchedAt: at(33) }],
        ],
      );
      assert.equal((await store.findArtifactStates([])).size, 0);
    });
  });
};

/** What clients are offered and what they download. */
export const offerAndKeptCases = (shared: Shared): void => {
  offerCases(shared);
  keptCases(shared);
};
