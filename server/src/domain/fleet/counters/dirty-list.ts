import { bounds } from '../../model/bounds.ts';
import { type Day, dayOf } from '../../model/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CheckCounter } from './counter.ts';

/*
 * Touched counters in batches, in the order of first touch. A batch belongs to the day it was opened and is aggregated
 * as a whole; it is small enough to not block the event loop.
 */

export interface DirtyBatch {
  readonly number: number;
  readonly day: Day;
  readonly counters: CheckCounter[];
}

export const createDirtyList = (clock: Clock) => {
  const batches: DirtyBatch[] = [];
  let last: DirtyBatch | undefined;
  let count = 0;
  let number = 0;

  const begin = (): DirtyBatch => {
    number += 1;
    last = { number, day: dayOf(clock.now()), counters: [] };
    batches.push(last);
    return last;
  };

  return {
    count: (): number => count,
    /** Returns the batch if the counter is its first. */
    note: (cell: CheckCounter): DirtyBatch | undefined => {
      const isNew = last === undefined || last.counters.length >= bounds.uncountedCells;
      const batch = isNew ? begin() : (last as DirtyBatch);
      batch.counters.push(cell);
      count += 1;
      return isNew ? batch : undefined;
    },
    /** Closes the open batch; returns the number of the last one. */
    close: (): number => {
      last = undefined;
      return number;
    },
    /** Whether a batch up to this number exists. */
    holds: (highest: number): boolean => batches[0] !== undefined && batches[0].number <= highest,
    /** The oldest batch, up to this number. */
    take: (highest: number): DirtyBatch | undefined => {
      const [oldest] = batches;
      if (oldest === undefined || oldest.number > highest) return undefined;
      batches.shift();
      if (oldest === last) last = undefined;
      count -= oldest.counters.length;
      return oldest;
    },
  };
};
