import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  at,
  draftOf,
  prune,
  publish,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  withdraw,
} from './fixtures.ts';

export const storedBytesCases = (shared: Shared): void => {
  describe('stored bytes', () => {
    it('are found with release and app once published, withdrawn or not', async () => {
      const store = shared();
      const app = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(app.slug, '1.0.0'), ['a', 'b']);
      assert.equal(await store.findReleasedArtifact(release.id, 'a'), undefined, 'a draft');
      await publish(store, release, artifacts);
      const whole = await store.findRelease(app.slug, release.id);
      assert.ok(whole);
      const { artifacts: active, ...published } = whole;
      assert.deepEqual(await store.findReleasedArtifact(release.id, 'a'), {
        app,
        release: published,
        artifact: active[0],
      });
      assert.equal(await store.findReleasedArtifact(release.id, 'c'), undefined);
      assert.equal(await store.findReleasedArtifact('rel_none', 'a'), undefined);
      await withdraw(store, release.id);
      assert.equal((await store.findReleasedArtifact(release.id, 'a'))?.release.state, 'withdrawn');
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
      assert.equal((await store.findReleasedArtifact(release.id, 'a'))?.artifact.state, 'pruned');
    });

    it('are listed by ID after a cursor', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const one = await seedPublished(store, draftOf(slug, '1.0.0'), ['a', 'b', 'c']);
      await seedDraft(store, draftOf(slug, '2.0.0'), ['a']);
      const two = await seedPublished(store, draftOf(slug, '3.0.0'), ['a', 'b']);
      await prune(store, one.artifacts[1]?.id);
      const expected = [one.artifacts[0], one.artifacts[2], ...two.artifacts].map((artifact) => artifact?.id);
      const listed: string[] = [];
      let after = '';
      for (;;) {
        const page = await store.listStored(after, 2);
        if (page.length === 0) break;
        assert.ok(page.length <= 2);
        assert.ok(page.every((artifact) => artifact.stored !== undefined && artifact.state === 'active'));
        listed.push(...page.map(({ id }) => id));
        after = listed.at(-1) ?? '';
      }
      assert.deepEqual(listed, listed.toSorted());
      assert.deepEqual(
        listed.filter((id) => expected.includes(id)),
        expected.toSorted(),
      );
      assert.ok(!listed.includes(one.artifacts[1]?.id ?? ''), 'pruned');
    });

    it('are recorded elsewhere only if the record has not changed since it was read', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedPublished(store, draftOf(slug, '1.0.0'), ['a']);
      const id = artifacts[0]?.id ?? '';
      const from = { store: 'files', seal: `seal of ${id}` };
      const to = { store: 's3', seal: '"etag"' };
      const rekeep = (before: typeof from) =>
        store.transaction((tx) => tx.updateStoredObject(id, before, to));
      assert.equal(await rekeep({ ...from, seal: 'another' }), false);
      assert.equal(await rekeep({ ...from, store: 'another' }), false);
      assert.equal(await rekeep(from), true);
      assert.equal(await rekeep(from), false);
      assert.deepEqual((await store.findReleasedArtifact(release.id, 'a'))?.artifact.stored, to);
    });

    it('are distinguished by the states of artifact and release', async () => {
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
