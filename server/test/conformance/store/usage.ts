import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UsageRow } from '../../../src/domain/model/usage.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { at, draftOf, type Shared, seedApp, seedPublished, unique } from './fixtures.ts';

type Counted = Omit<UsageRow, 'app'>;

const send = (store: Store, app: string, batch: { node: string; sequence: number; rows: Counted[] }) =>
  store.addUsage({ ...batch, at: at(50), rows: batch.rows.map((row) => ({ app, ...row })) });

const row = (day: string, bytes: number, more: Partial<Counted> = {}): Counted => ({
  day,
  releaseId: 'rel_1',
  target: 'a',
  bytes,
  downloads: 1,
  ...more,
});

export const usageCases = (shared: Shared): void => {
  describe('usage', () => {
    it('is summed up by day, by release or by target', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '1.2.3'), ['a', 'b']);
      const releaseId = release.id;
      const rows = [
        row('2026-01-30', 1, { releaseId }),
        row('2026-01-31', 5, { releaseId }),
        row('2026-01-31', 2 ** 45, { releaseId, target: 'b' }),
        row('2026-02-01', 7, { releaseId: 'rel_0' }),
        row('2026-03-01', 9, { releaseId }),
      ];
      await send(store, slug, { node: unique('node'), sequence: 1, rows });
      const days = { from: '2026-01-31', to: '2026-02-28' };
      assert.deepEqual(await store.sumUsage(slug, days, 'day'), [
        { day: '2026-01-31', bytes: 5 + 2 ** 45, downloads: 2 },
        { day: '2026-02-01', bytes: 7, downloads: 1 },
      ]);
      const releases = [
        { releaseId: 'rel_0', version: 'rel_0', bytes: 7, downloads: 1 },
        { releaseId, version: '1.2.3', bytes: 5 + 2 ** 45, downloads: 2 },
      ].sort((a, b) => (a.releaseId < b.releaseId ? -1 : 1));
      assert.deepEqual(await store.sumUsage(slug, days, 'release'), releases);
      assert.deepEqual(await store.sumUsage(slug, days, 'target'), [
        { target: 'a', bytes: 12, downloads: 2 },
        { target: 'b', bytes: 2 ** 45, downloads: 1 },
      ]);
    });

    it('is listed in order, each row once, however many there are', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const names = Array.from({ length: 5 * 30 * 30 }, (_, index) => index);
      const rows = names.map((index) =>
        row(`2026-04-0${1 + (index % 5)}`, 1, {
          releaseId: `rel_${Math.floor(index / 5) % 30}`,
          target: `t${Math.floor(index / 150)}`,
        }),
      );
      await send(store, slug, { node: unique('node'), sequence: 1, rows });
      const listed = await store.listUsage(slug, '2026-04-01', '2026-04-05');
      const keys = listed.map(({ day, releaseId, target }) => [day, releaseId, target].join('\n'));
      assert.equal(new Set(keys).size, rows.length);
      assert.deepEqual(keys, [...keys].sort());
    });

    it('adds up by day, release and target, and by month', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '1.2.3'), ['a']);
      const releaseId = release.id;
      const node = unique('node');
      const rows = [row('2026-01-31', 5, { releaseId }), row('2026-02-01', 7, { releaseId })];
      await send(store, slug, { node, sequence: 1, rows });
      await send(store, slug, { node, sequence: 2, rows: [row('2026-02-01', 2 ** 45, { releaseId })] });
      const sum = { app: slug, releaseId, target: 'a', version: '1.2.3' };
      assert.deepEqual(await store.listUsage(slug, '2026-01-01', '2026-12-31'), [
        { ...sum, day: '2026-01-31', bytes: 5, downloads: 1 },
        { ...sum, day: '2026-02-01', bytes: 7 + 2 ** 45, downloads: 2 },
      ]);
      assert.equal(await store.monthBytes(slug, '2026-01'), 5);
      assert.equal(await store.monthBytes(slug, '2026-02'), 7 + 2 ** 45);
      assert.equal(await store.monthBytes(slug, '2026-03'), 0);
      assert.equal(await store.monthBytes('nobody', '2026-02'), 0);
    });

    it('is listed by day, release and target, days inclusive', async () => {
      const store = shared();
      const slug = unique('app');
      const names = [
        ['2026-05-02', 'r1', 'b'],
        ['2026-05-01', 'r2', 'a'],
        ['2026-05-01', 'r1', 'b'],
        ['2026-05-01', 'r1', 'B'],
        ['2026-05-03', 'r1', 'a'],
        ['2026-04-30', 'r1', 'a'],
      ] as const;
      const rows = names.map(([day, releaseId, target]) => row(day, 1, { releaseId, target }));
      await send(store, slug, { node: unique('node'), sequence: 1, rows });
      const listed = await store.listUsage(slug, '2026-05-01', '2026-05-02');
      assert.deepEqual(
        listed.map(({ day, releaseId, target }) => [day, releaseId, target]),
        [names[3], names[2], names[1], names[0]],
      );
    });

    it('takes a batch once, however often it is sent, and each node has its own count', async () => {
      const store = shared();
      const slug = unique('app');
      const [one, two] = [unique('node'), unique('node')];
      const rows = [row('2026-01-31', 10)];
      const twice = () =>
        Promise.all([1, 2, 3].map(() => send(store, slug, { node: one, sequence: 5, rows })));
      await twice();
      await twice();
      assert.equal(await store.monthBytes(slug, '2026-01'), 10);
      await send(store, slug, { node: one, sequence: 4, rows });
      assert.equal(await store.monthBytes(slug, '2026-01'), 10, 'an earlier one came late');
      await send(store, slug, { node: two, sequence: 1, rows });
      await send(store, slug, { node: one, sequence: 6, rows });
      assert.equal(await store.monthBytes(slug, '2026-01'), 30);
    });

    it('adds what a batch says twice, in batches of any size', async () => {
      const store = shared();
      const slug = unique('app');
      const rows = Array.from({ length: 3000 }, (_, i) =>
        row(`2026-01-${String(1 + (i % 30)).padStart(2, '0')}`, i, { target: `t${i % 50}` }),
      );
      await send(store, slug, { node: unique('node'), sequence: 1, rows });
      const total = (3000 * 2999) / 2;
      assert.equal(await store.monthBytes(slug, '2026-01'), total);
      const listed = await store.listUsage(slug, '2026-01-01', '2026-01-31');
      assert.equal(
        listed.reduce((sum, { bytes }) => sum + bytes, 0),
        total,
      );
      assert.equal(
        listed.reduce((sum, { downloads }) => sum + downloads, 0),
        3000,
      );
    });

    it('loses nothing when nodes write the same rows at once', async () => {
      const store = shared();
      const slug = unique('app');
      const rows = Array.from({ length: 40 }, (_, i) => row('2026-01-31', 1, { target: `t${i}` }));
      const nodes = Array.from({ length: 6 }, () => unique('node'));
      const write = async (node: string, i: number) => {
        for (let sequence = 1; sequence <= 5; sequence++)
          await send(store, slug, { node, sequence, rows: i % 2 ? rows : rows.toReversed() });
      };
      await Promise.all(nodes.map(write));
      assert.equal(await store.monthBytes(slug, '2026-01'), 40 * 6 * 5);
    });

    it('forgets nodes that have not written since, and no counts', async () => {
      const store = shared();
      const slug = unique('app');
      const node = unique('node');
      const batch = { node, sequence: 3, rows: [row('2026-01-31', 10)] };
      await send(store, slug, batch);
      await store.deleteIdleNodes(at(50));
      await send(store, slug, batch);
      assert.equal(await store.monthBytes(slug, '2026-01'), 10, 'written at that very moment: remembered');
      await store.deleteIdleNodes(at(51));
      assert.equal(await store.monthBytes(slug, '2026-01'), 10);
      await send(store, slug, { ...batch, sequence: 1 });
      assert.equal(await store.monthBytes(slug, '2026-01'), 20, 'the name may be used anew');
    });

    it('remembers the days on which not all was counted, for each app', async () => {
      const store = shared();
      const [slug, other] = [unique('app'), unique('app')];
      const begin = (day: string) => store.transaction((tx) => tx.beginPartialDays(slug, day));
      const end = (day: string) => store.transaction((tx) => tx.endPartialDays(slug, day));
      const within = (from: string, to: string, app = slug) => store.listPartialDays(app, { from, to });
      await end('2026-01-01');
      assert.deepEqual(await within('2025-12-01', '2026-12-31'), [], 'nothing had begun');
      await begin('2026-01-10');
      await begin('2026-01-12');
      assert.deepEqual(await within('2026-01-10', '2026-01-10'), [{ from: '2026-01-10', to: undefined }]);
      assert.deepEqual(await within('2026-01-01', '2026-01-09'), [], 'before it began');
      await end('2026-01-15');
      await end('2026-01-17');
      const first = { from: '2026-01-10', to: '2026-01-15' };
      assert.deepEqual(await within('2026-01-15', '2026-02-01'), [first]);
      assert.deepEqual(await within('2026-01-16', '2026-02-01'), [], 'after it ended');
      await begin('2026-01-20');
      await end('2026-01-20');
      await begin('2026-01-20');
      const second = { from: '2026-01-20', to: undefined };
      assert.deepEqual(await within('2026-01-01', '2026-12-31'), [first, second], 'the same day again');
      assert.deepEqual(await within('2026-01-01', '2026-12-31', other), []);
    });

    it('is taken for releases that nobody knows', async () => {
      const store = shared();
      const slug = unique('app');
      await send(store, slug, { node: unique('node'), sequence: 1, rows: [row('2026-01-31', 1)] });
      assert.equal((await store.listUsage(slug, '2026-01-31', '2026-01-31')).length, 1);
    });
  });
};
