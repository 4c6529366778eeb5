import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { rolloutOf } from './evidence.ts';
import { at, draftOf, type Shared, seedApp, seedPublished, unique } from './fixtures.ts';

const days = { from: '2026-01-31', to: '2026-01-31' };
const late = '2026-12-31T00:00:00.000Z';
const hours = { from: '2026-01-31T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' };

/** Rollout counts by network. */
export const networkCases = (shared: Shared): void => {
  const seed = async (state: 'rolling' | 'paused' | 'done' = 'rolling') => {
    const store = shared();
    const { slug } = await seedApp(store);
    const { release } = await seedPublished(store, draftOf(slug, '1.2.3'), ['a', 'b']);
    const { id } = release;
    await store.transaction((tx) => tx.putRollout(rolloutOf(id, state)));
    const deliver = async (network: number, count: number, more: { target?: string; at?: string } = {}) => {
      const delivered = { app: slug, releaseId: id, target: 'a', network, count, at: at(50), ...more };
      const batch = { node: unique('node'), sequence: 1, at: delivered.at, rows: [] };
      // A repeated batch counts once.
      for (let i = 0; i < 2; i++) await store.addUsage({ ...batch, deliveries: [delivered] });
    };
    const checkIn = (network: number, count: number) =>
      store.addFleet({
        ...{ node: unique('node'), sequence: 1, at: at(50), rows: [], hours: [], sketches: [] },
        checkIns: [{ releaseId: id, target: 'a', network, count, at: at(50) }],
      });
    const sums = async () =>
      (await store.sumDeliveries(slug, [id], days)).map(({ target, downloads }) => [target, downloads]);
    return { store, slug, id, deliver, checkIn, sums };
  };

  describe('networks', () => {
    it('count a limited number of deliveries of an artifact, however many nodes write them', async () => {
      const { deliver, sums, store, slug, id } = await seed();
      await deliver(1, 3);
      await deliver(1, 1);
      await deliver(1, 4);
      await deliver(2, 2);
      await deliver(1, 9, { target: 'b' });
      const most = bounds.deliveriesOfNetwork;
      assert.deepEqual(await sums(), [
        ['a', most + 2],
        ['b', most],
      ]);
      assert.deepEqual(
        (await store.sumRolloutHours(id, hours)).map(({ downloads }) => downloads),
        [most + 2, most],
      );
      assert.deepEqual(
        (await store.sumDownloads(slug, [id], days)).map(({ downloads }) => downloads),
        [0, 0],
        'usage counts downloads by itself',
      );
    });

    it('share the limit among nodes that write at once', async () => {
      const { deliver, checkIn, sums, store, id } = await seed();
      await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? deliver(1, 2) : checkIn(1, 2))));
      assert.deepEqual(await sums(), [['a', bounds.deliveriesOfNetwork]]);
      const [sum] = await store.sumRolloutHours(id, hours);
      assert.deepEqual(
        [sum?.downloads, sum?.arrivals],
        [bounds.deliveriesOfNetwork, bounds.deliveriesOfNetwork],
      );
    });

    it('check in up to the same limit, independent of deliveries', async () => {
      const { deliver, checkIn, store, id } = await seed();
      await deliver(1, 5);
      await checkIn(1, 4);
      await checkIn(1, 4);
      await checkIn(2, 1);
      const [sum] = await store.sumRolloutHours(id, hours);
      assert.deepEqual([sum?.downloads, sum?.arrivals], [5, bounds.deliveriesOfNetwork + 1]);
    });

    it('count during a rollout and for a month after publication', async () => {
      const done = await seed('done');
      const rolling = await seed('rolling');
      const late = '2026-03-15T12:00:00.000Z';
      for (const { deliver, store, slug, id } of [done, rolling]) {
        await deliver(1, 1);
        await deliver(2, 1, { at: late });
        const [sum] = await store.sumDeliveries(slug, [id], { from: '2026-01-01', to: '2026-12-31' });
        assert.equal(sum?.downloads, id === done.id ? 1 : 2);
      }
    });

    it('are deleted once they do not matter', async () => {
      const done = await seed('done');
      const open = [await seed('rolling'), await seed('paused')];
      const all = [done, ...open];
      for (const { deliver } of all) await deliver(1, 5);
      await done.store.deleteNetworks(at(0), 1000);
      for (const { deliver, sums } of all) {
        await deliver(1, 5);
        assert.deepEqual(await sums(), [['a', 5]], 'not yet');
      }
      await done.store.deleteNetworks(late, 1000);
      for (const { deliver } of all) await deliver(1, 5);
      assert.deepEqual(await done.sums(), [['a', 10]]);
      for (const { sums } of open) assert.deepEqual(await sums(), [['a', 5]], 'its rollout is not done');
    });

    it('are deleted in limited numbers, the rest the next time', async () => {
      const { store, slug, id, sums } = await seed('done');
      await store.deleteNetworks(late, 1_000_000);
      const count = 6000;
      const deliverAll = async () => {
        const one = { app: slug, releaseId: id, target: 'a', count: 5, at: at(50) };
        const deliveries = Array.from({ length: count }, (_, network) => ({ ...one, network }));
        await store.addUsage({ node: unique('node'), sequence: 1, at: at(50), rows: [], deliveries });
        return (await sums())[0]?.[1];
      };
      assert.equal(await deliverAll(), 5 * count);
      await store.deleteNetworks(late, 5500);
      assert.equal(await deliverAll(), 5 * (count + 5500));
      for (let i = 0; i < 2; i++) await store.deleteNetworks(late, 5500);
      assert.equal(await deliverAll(), 5 * (count + 5500 + count));
    });
  });

  describe('reporters of a step', () => {
    it('are listed by highest hash, for a round from a window on, and removed', async () => {
      const { store, id } = await seed();
      const row = { network: 1, outcome: 'installed', target: 'a', round: 2, lap: 3 } as const;
      const rows = [
        { ...row, reporter: 'b' },
        { ...row, reporter: 'd', lap: 4 },
        { ...row, reporter: 'c' },
        { ...row, reporter: 'x', lap: 2 },
        { ...row, reporter: 'y', round: 1 },
      ];
      await store.transaction((tx) => tx.putReports(id, rows));
      const list = async (limit: number) =>
        (await store.listHighestReporters(id, { round: 2, firstWindow: 3 }, limit)).map(
          ({ reporter }) => reporter,
        );
      assert.deepEqual(await list(2), ['d', 'c']);
      await store.transaction((tx) => tx.removeReports(id, ['d', 'nobody']));
      assert.deepEqual(await list(9), ['c', 'b']);
      await store.transaction((tx) => tx.removeReports(id, []));
    });
  });
};
