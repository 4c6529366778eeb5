import { bounds } from '../../model/bounds.ts';
import { type Day, dayOf } from '../../model/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CheckCounter } from './counter.ts';

/*
 * Cells that were touched are noted on sheets, in the order in which they first were. A sheet is for the day on which it was
 * begun, and is added up as a whole: few enough that nobody waits for it.
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
    /** How many cells wait. */
    count: (): number => count,
    /** Notes a cell; returns the sheet where it is the first of it. */
    note: (cell: CheckCounter): DirtyBatch | undefined => {
      const isNew = last === undefined || last.cells.length >= bounds.uncountedCells;
      const sheet = isNew ? begin() : (last as DirtyBatch);
      sheet.cells.push(cell);
      count += 1;
      return isNew ? sheet : undefined;
    },
    /** Ends the sheet that is being filled; returns the number of the last one. */
    close: (): number => {
      last = undefined;
      return number;
    },
    /** Whether there is a sheet whose number is no higher. */
    holds: (highest: number): boolean => sheets[0] !== undefined && sheets[0].number <= highest,
    /** The oldest sheet, where its number is no higher. */
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
