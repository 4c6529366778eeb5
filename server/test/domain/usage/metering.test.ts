import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { createUsageMeter } from '../../../src/domain/usage/usage-meter.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';
import { start, what } from './meter.ts';

describe('metering', () => {
  test('what was counted is written once, by day, release and target', async () => {
    const { metering, clock, store } = await start();
    metering.countBytes(what, 100);
    metering.countBytes(what, 50);
    metering.countPiece({ ...what, network: 1, sizeBytes: 150 }, { start: 0, end: 149, isComplete: true });
    metering.countBytes({ ...what, target: 'mac' }, 7);
    await metering.flush();
    await metering.flush();
    clock.advance(24 * 3600);
    metering.countBytes(what, 1);
    await metering.flush();
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
    const metering = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    const file = { ...what, network: 1, sizeBytes: 150 };
    metering.countPiece(file, { start: 0, end: 99, isComplete: true });
    metering.countPiece(file, { start: 100, end: 149, isComplete: true });
    for (let i = 0; i < 2; i++) await metering.flush();
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
    const metering = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    metering.countBytes(what, 100);
    for (let i = 0; i < 3; i++) {
      await assert.rejects(metering.flush());
      metering.countBytes(what, 1);
    }
    await metering.flush();
    assert.equal(await inner.monthBytes('hello', '2026-01'), 103);
  });

  test('what was counted while a batch was on its way is written by whoever asks next', async () => {
    const inner = createMemoryStore();
    const gate = Promise.withResolvers<void>();
    const store = {
      ...inner,
      addUsage: async (batch: Parameters<typeof inner.addUsage>[0]) => {
        await gate.promise;
        await inner.addUsage(batch);
      },
    };
    const metering = createUsageMeter({ store, clock: createHeldClock(), ids: randomIds });
    metering.countBytes(what, 100);
    const underWay = metering.flush();
    await Promise.resolve();
    metering.countBytes(what, 1);
    const asked = [metering.flush(), metering.flush()];
    gate.resolve();
    await underWay;
    await Promise.all(asked);
    assert.equal(await inner.monthBytes('hello', '2026-01'), 101);
  });

  test('with the database away nothing is lost, and the allowance goes on being judged', async () => {
    const { metering, setAway, store } = await start();
    assert.equal(await metering.monthBytes('hello'), 0);
    setAway(true);
    for (let i = 0; i < 100; i++) {
      metering.countBytes(what, 10);
      await assert.rejects(metering.flush(), { code: 'database-unavailable' });
    }
    assert.equal(await metering.monthBytes('hello'), 1000);
    setAway(false);
    await metering.flush();
    assert.equal(await store.monthBytes('hello', '2026-01'), 1000);
    assert.equal(await metering.monthBytes('hello'), 1000);
  });

  test('two nodes add up, and neither undoes the other', async () => {
    const store = createMemoryStore();
    const clock = createHeldClock();
    const nodes = [0, 1].map(() => createUsageMeter({ store, clock, ids: randomIds }));
    for (let round = 0; round < 20; round++) {
      for (const node of nodes) node.countBytes(what, 5);
      await Promise.all(nodes.map((node) => node.flush()));
    }
    assert.equal(await store.monthBytes('hello', '2026-01'), 200);
  });

  test('a month begins with nothing used', async () => {
    const { metering, clock } = await start();
    metering.countBytes(what, 10);
    await metering.flush();
    assert.equal(await metering.monthBytes('hello'), 10);
    clock.advance(31 * 24 * 3600);
    assert.equal(await metering.monthBytes('hello'), 0);
  });
});
