import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFairSemaphore } from '../src/fair-semaphore.ts';

/** Work that runs until the test ends it, and records when it started. */
const createStage = (width: { limit: number; limitPerKey: number }) => {
  const queue = createFairSemaphore(width);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string): Promise<void> =>
    queue(name, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Ends the longest-running work. */
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { queue, begun, run, endOne, settle };
};

describe('a fair semaphore', () => {
  test('limits concurrency in total and per key', async () => {
    const { run, begun, settle } = createStage({ limit: 3, limitPerKey: 2 });
    for (const name of ['a', 'a', 'a', 'b', 'b']) void run(name);
    await settle();
    assert.deepEqual(begun, ['a', 'a', 'b']);
  });

  test('serves keys in turn: a thousand waiting tasks of one key do not delay the others', async () => {
    const { run, begun, endOne, settle } = createStage({ limit: 1, limitPerKey: 1 });
    for (let index = 0; index < 1000; index++) void run('greedy');
    for (const name of ['b', 'c']) void run(name);
    await settle();
    for (let index = 0; index < 3; index++) await endOne();
    assert.deepEqual(begun, ['greedy', 'b', 'c', 'greedy']);
  });

  test('continues after failed work, and rejects with its error', async () => {
    const { queue } = createStage({ limit: 1, limitPerKey: 1 });
    const failed = queue('a', () => Promise.reject(new Error('broken')));
    const next = queue('a', async () => 'done');
    await assert.rejects(failed, /broken/);
    assert.equal(await next, 'done');
  });
});
