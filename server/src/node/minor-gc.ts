import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Every chunk that arrives from the store has memory of its own. They die young, but fill the memory long before the
 * space for new objects is full, and then the garbage collector goes through the whole heap, 26 times a gigabyte: 40 %
 * of what a download costs. Going through the new objects alone, in time, costs next to nothing.
 */

/** Half of what makes the collector go through everything. */
const collectEveryBytes = 16 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;

/** Where it cannot be had, the collector goes its own way. */
const findCollector = (): Collect => {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as Collect;
  } catch {
    return () => undefined;
  }
};

let collect: Collect | undefined;
let arrivedBytes = 0;

/** Told of each chunk that arrived. */
export const minorGcAfterChunk = (chunkBytes: number): void => {
  arrivedBytes += chunkBytes;
  if (arrivedBytes < collectEveryBytes) return;
  arrivedBytes = 0;
  collect ??= findCollector();
  collect({ type: 'minor' });
};
