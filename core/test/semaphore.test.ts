import assert from 'node:assert/strict';
import test from 'node:test';
import { createSemaphore } from '../src/semaphore.ts';

test('a semaphore limits concurrency, in order, also after a failure', async () => {
  const semaphore = createSemaphore(2);
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number) => async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(number);
    inside -= 1;
    if (number === 2) throw new Error('two');
  };
  const all = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => semaphore(work(number))));
  assert.deepEqual([most, order], [2, [1, 2, 3, 4, 5]]);
  assert.deepEqual(
    all.map(({ status }) => status === 'fulfilled'),
    [true, false, true, true, true],
  );
});

test('a free semaphore starts the work at once', () => {
  let hasStarted = false;
  void createSemaphore(1)(async () => {
    hasStarted = true;
  });
  assert.equal(hasStarted, true);
});
