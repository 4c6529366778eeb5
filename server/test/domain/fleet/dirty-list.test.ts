import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import { type CheckCounter, makeCheckCounter } from '../../../src/domain/fleet/counters/counter.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetBatch } from '../../../src/domain/model/fleet.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';

/* Counters wait in the dirty list until the flush: how many, how long, and for which day. */

const full = bounds.uncountedCells;

const site = makeSite(
  {
    ...{ host: 'hello.localhost', baseUrl: 'http://hello.localhost', channels: ['stable'] },
    versions: new Map([['1.0.0', '1.0.0']]),
  },
  { slug: 'hello' } as App,
  [],
);

const cellOf = (target: string): CheckCounter => {
  const cell = makeCheckCounter(site, { channel: 'stable', target, isTargetOffered: true }, '1.0.0');
  assert.ok(cell);
  return cell;
};

const cellsOf = (count: number): CheckCounter[] => Array.from({ length: count }, (_, n) => cellOf(`t${n}`));

const createStage = (more: Partial<Parameters<typeof createCheckCounts>[0]> = {}) => {
  const clock = createHeldClock('2026-03-01T23:59:50.000Z');
  const checks = new Map<string, number>();
  const addFleet = async ({ rows }: FleetBatch) => {
    for (const row of rows) checks.set(row.day, (checks.get(row.day) ?? 0) + row.checks);
  };
  const store = { ...createMemoryStore(), addFleet };
  return { clock, checks, checkCounts: createCheckCounts({ clock, ids: randomIds, store, ...more }) };
};

/** How many counters were flushed. */
const added = (cells: readonly CheckCounter[]): number => cells.filter(({ checks }) => checks === 0).length;

describe('counters that wait to be added up', () => {
  test('are a sheet of them where there are few apps, the oldest going first', () => {
    const { checkCounts } = createStage();
    const cells = cellsOf(2 * full + 1);
    for (const cell of cells.slice(0, full)) checkCounts.countCheck(cell);
    assert.equal(added(cells.slice(0, full)), 0);
    for (const cell of cells.slice(full)) checkCounts.countCheck(cell);
    assert.equal(added(cells), 2 * full);
    assert.equal(cells.at(-1)?.checks, 1);
  });

  test('are some of each app where there are many; where those are fewer again, one sheet goes with each that begins', () => {
    let sites = 4 * full;
    const { checkCounts } = createStage({ siteCount: () => sites });
    const cells = cellsOf(6 * full);
    for (const cell of cells.slice(0, 4 * full)) checkCounts.countCheck(cell);
    assert.equal(added(cells.slice(0, 4 * full)), 0);
    sites = 0;
    for (const cell of cells.slice(4 * full)) checkCounts.countCheck(cell);
    assert.equal(added(cells), 2 * full);
  });

  test('are added up once, however many ask for it at the same time', async () => {
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    const { checkCounts, checks } = createStage({ siteCount: () => 4 * full, rest });
    for (const cell of cellsOf(4 * full)) checkCounts.countCheck(cell);
    await Promise.all([checkCounts.flush(), checkCounts.aggregate(), checkCounts.flush()]);
    assert.equal(checks.get('2026-03-01'), 4 * full);
    assert.equal(rests, 3);
  });

  test('are gone on with after one that asked for it failed', async () => {
    const failures = [new Error('no rest')];
    const rest = async () => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
    };
    const { checkCounts, checks } = createStage({ siteCount: () => 4 * full, rest });
    for (const cell of cellsOf(3 * full)) checkCounts.countCheck(cell);
    await assert.rejects(checkCounts.flush(), /no rest/);
    await checkCounts.flush();
    assert.equal(checks.get('2026-03-01'), 3 * full);
  });

  test('count for the day on which they were touched, also while what was before is being written', async () => {
    const gate = Promise.withResolvers<void>();
    const written: [day: string, checks: number][] = [];
    const { clock, checkCounts } = createStage({
      store: {
        ...createMemoryStore(),
        addFleet: async ({ rows }) => {
          await gate.promise;
          for (const { day, checks } of rows) written.push([day, checks]);
        },
      },
    });
    const cell = cellOf('linux-x86_64');
    checkCounts.countCheck(cell);
    const flushing = checkCounts.flush();
    await checkCounts.aggregate();
    checkCounts.countCheck(cell);
    clock.advance(60);
    // Touched on the previous day, with that day's values.
    checkCounts.countCheck(cell);
    await checkCounts.aggregate();
    checkCounts.countCheck(cell);
    gate.resolve();
    await flushing;
    await checkCounts.flush();
    assert.deepEqual(written, [
      ['2026-03-01', 1],
      ['2026-03-01', 2],
      ['2026-03-02', 1],
    ]);
  });
});
