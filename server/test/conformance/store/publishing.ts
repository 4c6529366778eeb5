import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  at,
  draftOf,
  publish,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  withdraw,
} from './fixtures.ts';
import { withdrawCases } from './withdrawing.ts';

const publishCases = (shared: Shared): void => {
  describe('publishing', () => {
    it('publishes the release and activates its artifacts with the verified data', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      await store.transaction(async (tx) => {
        const [first] = artifacts;
        if (first) await tx.putArtifact({ ...first, uploadId: 'upload-1' });
      });
      assert.equal(await publish(store, release, artifacts), true);
      const published = await store.findRelease(slug, release.id);
      const sequence = published?.sequence;
      assert.ok(sequence !== undefined && sequence > 0);
      assert.deepEqual(published, {
        ...release,
        state: 'published',
        publishedAt: at(5),
        sequence,
        artifacts: artifacts.map((artifact) => ({
          ...artifact,
          state: 'active',
          uploadedAt: at(4),
          uploadId: undefined,
          stored: { store: 'files', seal: `seal of ${artifact.id}` },
        })),
      });
    });

    it('happens once, and only for the verified revision', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      await store.transaction((tx) => tx.touchDraft(release.id, at(9)));
      assert.equal(await publish(store, release, artifacts), false, 'of another revision');
      assert.equal((await store.findRelease(slug, release.id))?.artifacts[0]?.state, 'declared');
      const touched = { ...release, revision: 1 };
      assert.equal(await publish(store, touched, artifacts), true);
      const done = await store.findRelease(slug, release.id);
      assert.equal(await publish(store, touched, artifacts), false, 'a second time');
      assert.deepEqual(await store.findRelease(slug, release.id), done);
      assert.equal(await publish(store, draftOf(slug, '2.0.0')), false, 'what is not there');
    });

    it('never leaves an artifact without bytes', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      await assert.rejects(publish(store, release, artifacts.slice(1)), /without its bytes/);
      const draft = await store.findRelease(slug, release.id);
      assert.equal(draft?.state, 'draft');
      assert.deepEqual(draft.artifacts, artifacts);
    });

    it('has one winner when several publish at once', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      for (let round = 0; round < 10; round++) {
        const { release, artifacts } = await seedDraft(store, draftOf(slug, `1.${round}.0`), ['a']);
        const wins = await Promise.all([1, 2, 3, 4].map(() => publish(store, release, artifacts)));
        assert.equal(wins.filter(Boolean).length, 1);
      }
    });

    it('assigns sequence numbers in commit order', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const order: number[] = [];
      const raise = () =>
        store.transaction((tx) => tx.raiseGeneration(slug)).then((generation) => order.push(generation));
      await Promise.all(Array.from({ length: 10 }, raise));
      assert.equal(new Set(order).size, 10);
      await raise();
      assert.equal(order.at(-1), Math.max(...order));
    });

    it('is recorded permanently, even after a withdrawal', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      await seedDraft(store, draftOf(slug, '1.0.0'));
      assert.equal(await store.hasPublished(slug), false);
      const { release } = await seedPublished(store, draftOf(slug, '1.1.0'));
      assert.equal(await store.hasPublished(slug), true);
      await withdraw(store, release.id);
      assert.equal(await store.hasPublished(slug), true);
    });
  });
};

/** The life of a release after publication. */
export const publishingCases = (shared: Shared): void => {
  publishCases(shared);
  withdrawCases(shared);
};
