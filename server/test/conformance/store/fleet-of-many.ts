import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetRow, FleetSum } from '../../../src/domain/model/fleet.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { appNamed, at, type Shared, unique } from './fixtures.ts';

/* Batches of many apps: more than fit into one statement. */

const days = ['2026-01-30', '2026-01-31'];
const january = { from: '2026-01-01', to: '2026-01-31' };

const send = (
  store: Store,
  rows: readonly FleetRow[],
  { node, sequence } = { node: unique('node'), sequence: 1 },
) => store.addFleet({ node, sequence, at: at(50), rows, hours: [], sketches: [] });

const seedApps = async (store: Store, count: number): Promise<string[]> => {
  const slugs = Array.from({ length: count }, () => unique('app'));
  await store.transaction(async (tx) => {
    for (const slug of slugs) await tx.insertApp(appNamed(slug));
  });
  return slugs;
};

const rowOf = (
  { app, day }: Pick<FleetRow, 'app' | 'day'>,
  version: string,
  more: Partial<FleetRow> = {},
): FleetRow => ({
  ...{ app, day, channel: 'stable', target: 'a', version, isUnpublished: false },
  ...{ checks: 3, offers: 2, withId: 1, proxied: 0, ...more },
});

/** The nth app's checks on each day: published and unpublished versions, over the limit for every seventh app. */
const rowsOf = (app: string, n: number, first = 0): FleetRow[] =>
  days.flatMap((day) => {
    const many = n % 7 === 0 ? bounds.unpublishedVersionsOfDay + 4 : n % 3;
    const unpublishedRows = Array.from({ length: many }, (_, i) =>
      rowOf({ app, day }, `0.${many - i + first}`, {
        isUnpublished: true,
        target: i % 2 ? 'a' : 'b',
        checks: n + i,
      }),
    );
    const again = [rowOf({ app, day }, '1.0', { offers: n }), rowOf({ app, day }, 'other', { checks: 1 })];
    return [rowOf({ app, day }, '1.0'), ...unpublishedRows, rowOf({ app, day }, '2.0-\'"\\ü🚢'), ...again];
  });

/** Interleaves the rows of different apps. */
const interleave = (lists: readonly FleetRow[][]): FleetRow[] => {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((rows) => rows[i] ?? [])).flat();
};

const sumChecks = (rows: readonly { checks: number }[]): number =>
  rows.reduce((sum, { checks }) => sum + checks, 0);

/** The day and version of a row, if that version is unpublished. */
const unpublishedOf = ({ day, version }: FleetSum): string[] =>
  version?.startsWith('0.') ? [`${day} ${version}`] : [];

export const fleetOfManyCases = (shared: Shared): void => {
  describe('the fleet of many apps', () => {
    it('is the same whether apps are written together or separately', async () => {
      const store = shared();
      const together = await seedApps(store, 300);
      const alone = await seedApps(store, 300);
      const node = unique('node');
      // The second time, some versions already have rows and the limit leaves space for a few.
      for (const first of [0, 2]) {
        const rows = interleave(together.map((app, n) => rowsOf(app, n, first)));
        assert.ok(rows.length > 2000);
        await send(store, rows, { node, sequence: first + 1 });
        await send(store, rows, { node, sequence: first + 1 });
        for (const [n, app] of alone.entries()) await send(store, rowsOf(app, n, first));
      }
      for (const [n, app] of together.entries()) {
        const found = await store.listFleet(app, january);
        assert.deepEqual(found, await store.listFleet(alone[n] ?? '', january), `app ${n}`);
        assert.equal(sumChecks(found), sumChecks([...rowsOf(app, n), ...rowsOf(app, n, 2)]));
        const all = new Set([...rowsOf(app, n), ...rowsOf(app, n, 2)].flatMap(unpublishedOf));
        const own = new Set(found.flatMap(unpublishedOf));
        assert.equal(own.size, Math.min(all.size, days.length * bounds.unpublishedVersionsOfDay));
      }
    });

    it('stays within its limit and loses nothing when nodes write concurrently, in any order', async () => {
      const store = shared();
      const slugs = await seedApps(store, 300);
      const rows = (first: number) => interleave(slugs.map((app, n) => rowsOf(app, n, first)));
      await Promise.all([
        send(store, rows(0)),
        send(store, rows(100).toReversed()),
        send(store, rows(200)),
        send(store, rows(100).toReversed()),
      ]);
      for (const [n, app] of slugs.entries()) {
        const found = await store.listFleet(app, january);
        assert.equal(sumChecks(found), 4 * sumChecks(rowsOf(app, n)));
        const all = new Set([0, 100, 200].flatMap((first) => rowsOf(app, n, first)).flatMap(unpublishedOf));
        const own = new Set(found.flatMap(unpublishedOf));
        assert.equal(own.size, Math.min(all.size, days.length * bounds.unpublishedVersionsOfDay));
      }
    });
  });
};
