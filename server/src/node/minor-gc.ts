import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Each chunk from the storage has its own off-heap memory. Chunks die young, but their memory triggers a major GC long
 * before the young generation is full: 26 per gigabyte, 40 % of a download's cost. A minor GC in time costs almost
 * nothing.
 */

/** Half of what triggers a major GC. */
const collectEveryBytes = 16 * 1024 * 1024;

type Collect = (options: { type: 'minor' | 'major'; flavor?: 'last-resort' }) => void;

/** Without `gc`, V8 decides alone. */
export const findCollector = (): Collect => {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as Collect;
  } catch {
    return () => undefined;
  }
};

let collect: Collect | undefined;
let arrivedBytes = 0;

export const minorGcAfterChunk = (chunkBytes: number): void => {
  arrivedBytes += chunkBytes;
  if (arrivedBytes < collectEveryBytes) return;
  arrivedBytes = 0;
  collect ??= findCollector();
  collect({ type: 'minor' });
};
