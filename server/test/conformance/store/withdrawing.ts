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

export const withdrawCases = (shared: Shared): void => {
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

    it('says who did it, as who published it, until it is restored', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'));
      await store.transaction(async (tx) => {
        const sequence = await tx.raiseGeneration(slug);
        const by = 'CI "🚢"';
        await tx.publishDraft(release.id, { revision: 0, at: at(5), sequence, stored: new Map(), by });
        await tx.setWithdrawn(release.id, { at: at(6), reason: 'bad', by: 'Ada' });
      });
      const authors = async () => {
        const { publishedBy, withdrawnBy, withdrawReason } =
          (await store.findRelease(slug, release.id)) ?? {};
        return [publishedBy, withdrawnBy, withdrawReason];
      };
      assert.deepEqual(await authors(), ['CI "🚢"', 'Ada', 'bad']);
      assert.ok(await restore(store, release.id));
      assert.deepEqual(await authors(), ['CI "🚢"', undefined, undefined]);
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
