import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { createUsageMeter } from '../../../src/domain/usage/usage-meter.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';
import { what } from './meter.ts';

describe('metering', () => {
  test('however counts, flushes and failures follow each other, the sum is exact', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('count' as const),
        bytes: fc.nat(1000),
        target: fc.constantFrom('a', 'b'),
      }),
      fc.record({ kind: fc.constantFrom('flush' as const, 'lose' as const, 'fail' as const) }),
      fc.record({ kind: fc.constant('day' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const inner = createMemoryStore();
        let mode: 'flush' | 'lose' | 'fail' = 'flush';
        const away = () => new Refusal('database-unavailable', 'away');
        const addUsage = async (batch: Parameters<typeof inner.addUsage>[0]) => {
          if (mode === 'fail') throw away();
          await inner.addUsage(batch);
          if (mode === 'lose') throw away();
        };
        const clock = createHeldClock('2026-03-01T00:00:00.000Z');
        const usageMeter = createUsageMeter({ store: { ...inner, addUsage }, clock, ids: randomIds });
        let expected = 0;
        for (const one of steps) {
          if (one.kind === 'count') {
            usageMeter.countBytes({ ...what, target: one.target }, one.bytes);
            expected += one.bytes;
          } else if (one.kind === 'day') clock.advance(3600);
          else {
            mode = one.kind;
            await usageMeter.flush().catch(() => {});
          }
        }
        mode = 'flush';
        await usageMeter.flush();
        await usageMeter.flush();
        const rows = await inner.listUsage('hello', '2026-03-01', '2026-03-31');
        assert.equal(
          rows.reduce((sum, { bytes }) => sum + bytes, 0),
          expected,
        );
        assert.equal(await inner.monthBytes('hello', '2026-03'), expected);
      }),
      { numRuns: 300 },
    );
  });
});
