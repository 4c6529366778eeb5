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
  readonly cells: CheckCounter[];
}

export const createDirtyList = (clock: Clock) => {
  const sheets: DirtyBatch[] = [];
  let last: DirtyBatch | undefined;
  let count = 0;
  let number = 0;

  const begin = (): DirtyBatch => {
    number += 1;
    last = { number, day: dayOf(clock.now()), cells: [] };
    sheets.push(last);
    return last;
  };

  return {
    count: (): number => count,
    /** Returns the batch if the counter is its first. */
    note: (cell: CheckCounter): DirtyBatch | undefined => {
      const isNew = last === undefined || last.cells.length >= bounds.uncountedCells;
      const sheet = isNew ? begin() : (last as DirtyBatch);
      sheet.cells.push(cell);
      count += 1;
      return isNew ? sheet : undefined;
    },
    /** Closes the open batch; returns the number of the last one. */
    close: (): number => {
      last = undefined;
      return number;
    },
    /** Whether a batch up to this number exists. */
    holds: (highest: number): boolean => sheets[0] !== undefined && sheets[0].number <= highest,
    /** The oldest batch, up to this number. */
    take: (highest: number): DirtyBatch | undefined => {
      const [oldest] = sheets;
      if (oldest === undefined || oldest.number > highest) return undefined;
      sheets.shift();
      if (oldest === last) last = undefined;
      count -= oldest.cells.length;
      return oldest;
    },
  };
};
