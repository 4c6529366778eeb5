import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { createUsageMeter } from '../../../src/domain/usage/usage-meter.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';
import { start, what } from './meter.ts';

describe('metering', () => {
  test('counts are written once, by day, release and target', async () => {
    const { usageMeter, clock, store } = await start();
    usageMeter.countBytes(what, 100);
    usageMeter.countBytes(what, 50);
    usageMeter.countPiece({ ...what, network: 1, sizeBytes: 150 }, { start: 0, end: 149, isComplete: true });
    usageMeter.countBytes({ ...what, target: 'mac' }, 7);
    await usageMeter.flush();
    await usageMeter.flush();
    clock.advance(24 * 3600);
    usageMeter.countBytes(what, 1);
    await usageMeter.flush();
    const rows = await store.listUsage('hello', '2026-01-01', '2026-01-31');
    assert.deepEqual(
      rows.map(({ day, target, bytes, downloads }) => [day, target, bytes, downloads]),
      [
        ['2026-01-15', 'linux', 150, 1],
        ['2026-01-15', 'mac', 7, 0],
        ['2026-01-16', 'linux', 1, 0],
      ],
    );
    assert.equal(await store.monthBytes('hello', '2026-01'), 158);
  });

  test('a delivery is written even if nothing else was counted', async () => {
    const inner = createMemoryStore();
    const batches: Parameters<typeof inner.addUsage>[0][] = [];
    const store = {
      ...inner,
      addUsage: async (batch: Parameters<typeof inner.addUsage>[0]) => void batches.push(batch),
    };
    const usageMeter = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    const file = { ...what, network: 1, sizeBytes: 150 };
    usageMeter.countPiece(file, { start: 0, end: 99, isComplete: true });
    usageMeter.countPiece(file, { start: 100, end: 149, isComplete: true });
    for (let i = 0; i < 2; i++) await usageMeter.flush();
    assert.deepEqual(
      batches.map(({ rows, deliveries }) => [rows.length, deliveries?.length]),
      [[0, 1]],
    );
  });

  test('a batch whose acknowledgement was lost is sent again and counted once', async () => {
    const inner = createMemoryStore();
    let losses = 3;
    const store = {
      ...inner,
      addUsage: async (batch: Parameters<typeof inner.addUsage>[0]) => {
        await inner.addUsage(batch);
        if (losses-- > 0) throw new Refusal('database-unavailable', 'The acknowledgement was lost.');
      },
    };
    const usageMeter = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    usageMeter.countBytes(what, 100);
    for (let i = 0; i < 3; i++) {
      await assert.rejects(usageMeter.flush());
      usageMeter.countBytes(what, 1);
    }
    await usageMeter.flush();
    assert.equal(await inner.monthBytes('hello', '2026-01'), 103);
  });

  test('counts that arrive during a flush are written by the next flush', async () => {
    const inner = createMemoryStore();
    const gate = Promise.withResolvers<void>();
    const store = {
      ...inner,
      addUsage: async (batch: Parameters<typeof inner.addUsage>[0]) => {
        await gate.promise;
        await inner.addUsage(batch);
      },
    };
    const usageMeter = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    usageMeter.countBytes(what, 100);
    const underWay = usageMeter.flush();
    await Promise.resolve();
    usageMeter.countBytes(what, 1);
    const flushes = [usageMeter.flush(), usageMeter.flush()];
    gate.resolve();
    await underWay;
    await Promise.all(flushes);
    assert.equal(await inner.monthBytes('hello', '2026-01'), 101);
  });

  test('with the database unavailable nothing is lost, and the allowance is still enforced', async () => {
    const { usageMeter, setAway, store } = await start();
    assert.equal(await usageMeter.monthBytes('hello'), 0);
    setAway(true);
    for (let i = 0; i < 100; i++) {
      usageMeter.countBytes(what, 10);
      await assert.rejects(usageMeter.flush(), { code: 'database-unavailable' });
    }
    assert.equal(await usageMeter.monthBytes('hello'), 1000);
    setAway(false);
    await usageMeter.flush();
    assert.equal(await store.monthBytes('hello', '2026-01'), 1000);
    assert.equal(await usageMeter.monthBytes('hello'), 1000);
  });

  test('two nodes add up without overwriting each other', async () => {
    const store = createMemoryStore();
    const clock = createHeldClock();
    const nodes = [0, 1].map(() => createUsageMeter({ store, clock, ids: randomIds }));
    for (let round = 0; round < 20; round++) {
      for (const node of nodes) node.countBytes(what, 5);
      await Promise.all(nodes.map((node) => node.flush()));
    }
    assert.equal(await store.monthBytes('hello', '2026-01'), 200);
  });

  test('usage starts at zero each month', async () => {
    const { usageMeter, clock } = await start();
    usageMeter.countBytes(what, 10);
    await usageMeter.flush();
    assert.equal(await usageMeter.monthBytes('hello'), 10);
    clock.advance(31 * 24 * 3600);
    assert.equal(await usageMeter.monthBytes('hello'), 0);
  });
});
