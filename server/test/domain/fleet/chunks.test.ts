import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import { rowsPerChunk } from '../../../src/domain/fleet/counters/chunks.ts';
import { type CheckCounter, makeCheckCounter } from '../../../src/domain/fleet/counters/counter.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { FleetBatch } from '../../../src/domain/model/fleet.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';

/* Ten thousand apps between two flushes: more than one batch holds. */

const apps = 2.5 * rowsPerChunk;

/** In random order, as clients check. */
const cells = (): CheckCounter[] =>
  Array.from({ length: apps }, (_, index) => {
    const n = (index * 7919) % apps;
    const versions = new Map([['1.0.0', '1.0.0']]);
    const host = `app-${n}.localhost`;
    const site = makeSite(
      { host, baseUrl: `http://${host}`, channels: ['stable'], versions },
      { slug: `app-${n}` } as App,
      [],
    );
    const place = { channel: 'stable', target: 'linux-x86_64', isTargetOffered: true };
    const cell = makeCheckCounter(site, place, n % 2 === 0 ? '1.0.0' : '0.9.0');
    assert.ok(cell);
    return cell;
  });

/** A store that records its batches and fails when the test says so. */
const createStage = () => {
  const clock = createHeldClock('2026-03-01T23:00:00.000Z');
  const sent: FleetBatch[] = [];
  const failures: ('before' | 'after')[] = [];
  const storedChecks = new Map<string, number>();
  let last = 0;
  const addFleet = async (batch: FleetBatch) => {
    sent.push(batch);
    const failure = sent.length === 2 ? failures.shift() : undefined;
    if (failure === 'before') throw new Refusal('database-unavailable', 'away');
    if (batch.sequence > last)
      for (const { app, day, checks } of batch.rows)
        storedChecks.set(`${app} ${day}`, (storedChecks.get(`${app} ${day}`) ?? 0) + checks);
    last = Math.max(last, batch.sequence);
    if (failure === 'after') throw new Refusal('database-unavailable', 'the acknowledgement is lost');
  };
  const checkCounts = createCheckCounts({
    clock,
    ids: randomIds,
    store: { ...createMemoryStore(), addFleet },
  });
  return { clock, checkCounts, sent, failures, storedChecks };
};

const sizesOf = (sent: readonly FleetBatch[]): number[][] =>
  sent.map(({ sequence, rows }) => [sequence, rows.length]);
const sizes = [
  [1, rowsPerChunk],
  [2, rowsPerChunk],
  [3, rowsPerChunk / 2],
];

describe('counting checks of many apps', () => {
  test('they are written in several batches, each with its own sequence number', async () => {
    const { checkCounts, sent, storedChecks } = createStage();
    for (const cell of cells()) checkCounts.countCheck(cell);
    await checkCounts.flush();
    assert.deepEqual(sizesOf(sent), sizes);
    assert.equal(storedChecks.size, apps);
    await checkCounts.flush();
    assert.equal(sent.length, 3);
  });

  test('from the second flush on, each batch has its own range of apps, in table order', async () => {
    const { checkCounts, sent } = createStage();
    const asking = cells();
    for (let time = 0; time < 2; time++) {
      sent.length = 0;
      for (const cell of asking) checkCounts.countCheck(cell);
      await checkCounts.flush();
    }
    assert.deepEqual(
      sent.map(({ rows }) => rows.length),
      [rowsPerChunk, rowsPerChunk, rowsPerChunk / 2],
    );
    // Chunks are ordered by app only approximately: a few at the borders overlap.
    const [first = [], second = [], third = []] = sent.map(({ rows }) => rows.map(({ app }) => app).sort());
    const strays = (before: string[], after: string[]): number =>
      before.filter((app) => app > (after[0] ?? '')).length;
    assert.ok(strays(first, second) <= 2000, `${strays(first, second)} apps of the first`);
    assert.ok(strays(second, third) <= 2000, `${strays(second, third)} apps of the second`);
    // A small amount afterwards is one batch again.
    sent.length = 0;
    for (const cell of asking.filter((_, index) => index % 100 === 0)) checkCounts.countCheck(cell);
    await checkCounts.flush();
    assert.deepEqual(
      sent.map(({ rows }) => rows.length),
      [apps / 100],
    );
  });

  test('checks that arrive during a flush are counted once', async () => {
    const { clock, sent } = createStage();
    const asking = cells();
    let rests = 0;
    const checkCounts = createCheckCounts({
      ...{ clock, ids: randomIds, siteCount: () => apps },
      store: { ...createMemoryStore(), addFleet: async (batch) => void sent.push(batch) },
      rest: async () => {
        rests += 1;
        if (rests <= 4) for (const cell of asking) checkCounts.countCheck(cell);
      },
    });
    for (const cell of asking) checkCounts.countCheck(cell);
    await checkCounts.flush();
    assert.equal(rests, 4);
    await checkCounts.flush();
    const checks = sent.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.checks, 0);
    assert.equal(checks, (1 + 4) * apps);
  });

  for (const failure of ['before', 'after'] as const)
    test(`a batch that fails ${failure} it was written is resent unchanged, and the others follow once`, async () => {
      const { clock, checkCounts, sent, failures, storedChecks } = createStage();
      const asking = cells();
      failures.push(failure);
      for (const cell of asking) checkCounts.countCheck(cell);
      await assert.rejects(checkCounts.flush());
      assert.equal(sent.length, 2);
      // Counts added meanwhile wait for the earlier flush and for their own day.
      for (const cell of asking) checkCounts.countCheck(cell);
      clock.advance(2 * 3600);
      await checkCounts.flush();
      for (const cell of asking) checkCounts.countCheck(cell);
      await checkCounts.flush();
      const [, failed, again] = sent;
      assert.deepEqual(again, failed);
      assert.deepEqual(
        sent.map(({ sequence }) => sequence),
        [1, 2, 2, 3, 4, 5, 6, 7, 8, 9],
      );
      assert.equal(storedChecks.size, 2 * apps);
      for (const [name, checks] of storedChecks) assert.equal(checks, name.endsWith('-01') ? 2 : 1, name);
    });
});
