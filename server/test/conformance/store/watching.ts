import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, type Shared, seedApp, unique } from './fixtures.ts';

export const watchCases = (shared: Shared): void => {
  describe('watching', () => {
    it('announces raised apps once, before the transaction resolves', async () => {
      const store = shared();
      const [one, two] = [await seedApp(store), await seedApp(store)];
      const notified: (readonly string[] | undefined)[] = [];
      const events: string[] = [];
      store.watch((apps) => {
        if (!apps?.includes(one.slug)) return;
        notified.push(apps.toSorted());
        events.push('told');
      });
      await store
        .transaction(async (tx) => {
          const first = await tx.raiseGeneration(one.slug);
          const second = await tx.raiseGeneration(two.slug);
          const third = await tx.raiseGeneration(one.slug);
          assert.ok(first < second && second < third);
          await store.ping();
          events.push('changed');
        })
        .then(() => events.push('resolved'));
      assert.deepEqual(events, ['changed', 'told', 'resolved']);
      assert.deepEqual(notified, [[one.slug, two.slug].toSorted()]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(notified.length, 1, 'not again when the engine brings the news');
    });

    it('reads the new state from within the callback', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const read = new Promise((resolve) => {
        store.watch((apps) => apps?.includes(slug) && resolve(store.findApp(slug)));
      });
      await store.transaction(async (tx) => {
        await tx.updateApp(slug, { name: 'New' });
        await tx.raiseGeneration(slug);
      });
      assert.equal(((await read) as { name: string }).name, 'New');
    });

    it('ignores changes that raise nothing, and counts', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      let calls = 0;
      store.watch(() => {
        calls += 1;
      });
      await store.transaction((tx) => tx.updateApp(slug, { name: 'New' }));
      const rows = [{ app: slug, day: '2026-01-31', releaseId: 'r', target: 't', bytes: 1, downloads: 1 }];
      await store.addUsage({ node: unique('node'), sequence: 1, at: at(1), rows });
      await store.touchKeys(new Map([['key_none', at(1)]]));
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(calls, 0);
    });
  });
};
