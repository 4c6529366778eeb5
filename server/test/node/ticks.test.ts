import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pinnedTick, pinTickShape } from '../../src/node/tick-shape.ts';

test('an object of process.nextTick is pinned, with the shape that others have', async () => {
  pinTickShape();
  await setImmediate();
  const tick = pinnedTick() ?? {};
  assert.equal(typeof Reflect.get(tick, 'callback'), 'function');
  assert.ok(
    Object.getOwnPropertySymbols(tick).some((name) => String(name) === 'Symbol(async_id_symbol)'),
    'made by node:internal/process/task_queues',
  );
});
