import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import { appNamed, at, type Shared, seedApp, unique } from './fixtures.ts';
import { watchCases } from './watching.ts';

const isolationCases = (shared: Shared): void => {
  describe('transactions', () => {
    it('return the result of the change and see its writes', async () => {
      const store = shared();
      const app = appNamed(unique('app'));
      const read = await store.transaction(async (tx) => {
        await tx.insertApp(app);
        return tx.findApp(app.slug);
      });
      assert.deepEqual(read, app);
    });

    it('are invisible before they commit', async () => {
      const store = shared();
      const app = appNamed(unique('app'));
      await store.transaction(async (tx) => {
        await tx.insertApp(app);
        assert.equal(await store.findApp(app.slug), undefined);
        await store.ping();
      });
      assert.deepEqual(await store.findApp(app.slug), app);
    });

    it('roll back and rethrow if the change throws', async () => {
      const store = shared();
      const app = await seedApp(store);
      const other = appNamed(unique('app'));
      const thrown = new Error('changed my mind');
      const notifications: unknown[] = [];
      store.watch((apps) => apps?.includes(app.slug) && notifications.push(apps));
      const change = store.transaction(async (tx) => {
        await tx.insertApp(other);
        await tx.updateApp(app.slug, { name: 'New' });
        await tx.raiseGeneration(app.slug);
        await tx.recordEvent({
          app: app.slug,
          appId: app.id,
          at: at(1),
          actor: 'admin',
          action: 'app.delete',
          subject: 'x',
        });
        throw thrown;
      });
      await assert.rejects(change, (error) => error === thrown);
      assert.equal(await store.findApp(other.slug), undefined);
      assert.deepEqual(await store.findApp(app.slug), app);
      assert.deepEqual((await store.listAudit(app.id, { limit: 5 })).items, []);
      assert.deepEqual(notifications, [], 'and nobody is told');
    });

    it('cannot commit after a failure, even if the change continues', async () => {
      const store = shared();
      const app = await seedApp(store);
      const other = appNamed(unique('app'));
      const change = store.transaction(async (tx) => {
        await tx.insertApp(other);
        await tx.insertApp(appNamed(unique('app'), { slug: app.slug })).catch((error) => {
          assert.ok(error instanceof Conflict);
        });
      });
      await assert.rejects(change);
      assert.equal(await store.findApp(other.slug), undefined);
      await store.transaction((tx) => tx.insertApp(other));
    });

    it('of one app run one after the other from its lock on', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const add = () =>
        store.transaction(async (tx) => {
          const app = await tx.lockApp(slug);
          await tx.updateApp(slug, { allowanceBytes: (app?.allowanceBytes ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, add));
      assert.equal((await store.findApp(slug))?.allowanceBytes, 20);
    });

    it('that insert the same name at once: one wins, the others conflict', async () => {
      const store = shared();
      for (let round = 0; round < 5; round++) {
        const slug = unique('app');
        const insert = () => store.transaction((tx) => tx.insertApp(appNamed(slug)));
        const outcomes = await Promise.allSettled([1, 2, 3, 4].map(insert));
        const reasons = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason] : [],
        );
        assert.equal(reasons.length, 3);
        assert.ok(reasons.every((reason) => reason instanceof Conflict));
      }
    });
  });
};

/** Atomic changes and their notifications. */
export const transactionCases = (shared: Shared): void => {
  isolationCases(shared);
  watchCases(shared);
};
