import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFairSemaphore } from '../../../src/domain/concurrency/fair-semaphore.ts';

/** Work that runs until told to end, and reports when it started. */
const createStage = (width: { atOnce: number; ofOne: number }) => {
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

describe('a fair queue', () => {
  test('runs no more at once than it may, and of one name fewer still', async () => {
    const { run, begun, settle } = createStage({ atOnce: 3, ofOne: 2 });
    for (const name of ['a', 'a', 'a', 'b', 'b']) void run(name);
    await settle();
    assert.deepEqual(begun, ['a', 'a', 'b']);
  });

  test('serves name after name: who has a thousand waiting keeps nobody else waiting', async () => {
    const { run, begun, endOne, settle } = createStage({ atOnce: 1, ofOne: 1 });
    for (let index = 0; index < 1000; index++) void run('greedy');
    for (const name of ['b', 'c']) void run(name);
    await settle();
    for (let index = 0; index < 3; index++) await endOne();
    assert.deepEqual(begun, ['greedy', 'b', 'c', 'greedy']);
  });

  test('goes on after work that failed, and passes its failure on', async () => {
    const { queue } = createStage({ atOnce: 1, ofOne: 1 });
    const failed = queue('a', () => Promise.reject(new Error('broken')));
    const next = queue('a', async () => 'done');
    await assert.rejects(failed, /broken/);
    assert.equal(await next, 'done');
  });
});
