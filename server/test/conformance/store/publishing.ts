import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  at,
  draftOf,
  publish,
  restore,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  versionsOf,
  withdraw,
} from './fixtures.ts';

const publishCases = (shared: Shared): void => {
  describe('publishing', () => {
    it('makes the release published and its artifacts active with what was verified', async () => {
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
          kept: { store: 'files', seal: `seal of ${artifact.id}` },
        })),
      });
    });

    it('happens once, and only to the revision that was verified', async () => {
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

    it('gives places that grow in the order of commits', async () => {
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

    it('is known to have happened ever, withdrawn or not', async () => {
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

const withdrawCases = (shared: Shared): void => {
  describe('withdrawing', () => {
    it('goes there and back, each only from the other state', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'));
      assert.equal(await withdraw(store, release.id), false, 'a draft');
      assert.equal(await restore(store, release.id), false, 'a draft');
      await publish(store, release);
      const published = await store.findRelease(slug, release.id);
      assert.equal(await restore(store, release.id), false);
      assert.equal(await withdraw(store, release.id), true);
      assert.equal(await withdraw(store, release.id), false);
      const withdrawn = await store.findRelease(slug, release.id);
      const change = { state: 'withdrawn', withdrawnAt: at(40), withdrawReason: 'crashes' };
      assert.deepEqual(withdrawn, { ...published, ...change });
      assert.equal(await restore(store, release.id), true);
      assert.deepEqual(await store.findRelease(slug, release.id), published);
    });

    it('leaves the list of published releases, unless asked for, and keeps its place', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'beta']);
      const first = await seedPublished(store, draftOf(slug, '3.0.0'), ['a']);
      const second = await seedPublished(store, draftOf(slug, '1.0.0', { channel: 'beta' }));
      await seedPublished(store, draftOf(slug, '2.0.0'));
      await seedDraft(store, draftOf(slug, '9.0.0'));
      const list = async (filter: {
        channel?: string;
        limit?: number;
        withdrawn?: boolean;
        before?: number | undefined;
      }) => versionsOf(await store.listPublished(slug, { limit: 10, ...filter }));
      assert.deepEqual(await list({}), ['2.0.0', '1.0.0', '3.0.0'], 'last published first');
      assert.deepEqual(await list({ limit: 2 }), ['2.0.0', '1.0.0']);
      assert.deepEqual(await list({ channel: 'stable' }), ['2.0.0', '3.0.0']);
      const { sequence } = (await store.findRelease(slug, second.release.id)) ?? {};
      assert.deepEqual(await list({ before: sequence }), ['3.0.0']);
      assert.deepEqual(await list({ before: sequence, channel: 'beta' }), []);
      await withdraw(store, second.release.id);
      await withdraw(store, first.release.id);
      assert.deepEqual(await list({}), ['2.0.0']);
      assert.deepEqual(await list({ channel: 'beta' }), []);
      assert.deepEqual(await list({ withdrawn: true }), ['2.0.0', '1.0.0', '3.0.0']);
      assert.deepEqual(await list({ withdrawn: true, channel: 'stable' }), ['2.0.0', '3.0.0']);
      await restore(store, first.release.id);
      assert.deepEqual(await list({}), ['2.0.0', '3.0.0']);
      assert.equal((await store.listPublished(slug, { limit: 10 }))[1]?.artifacts.length, 1);
    });
  });
};

/** What happens to a release from its publication on. */
export const publishingCases = (shared: Shared): void => {
  publishCases(shared);
  withdrawCases(shared);
};
