import type { FleetRow } from '../../model/fleet.ts';

/*
 * Rows in the order of their apps, roughly, as the tables have them: what is written together then lies together there, too.
 * Of a hundred thousand apps in no order each few thousand touch every page of the table, and cost SQLite three times as much.
 * To sort so many would keep everyone waiting: each row is put in its range when it comes, and the ranges are those of the
 * rows before.
 */

/** Rows of a range, and how many of them are looked at to find the next ranges. */
const [rowsOfRange, samplesOfRange] = [2000, 16];

/** Where ranges begin that divide such rows evenly, about; the first one begins before all. */
const bordersOf = (parts: readonly FleetRow[][]): string[] => {
  const samples: string[] = [];
  for (const rows of parts)
    for (let at = 0; at < rows.length; at += rowsOfRange / samplesOfRange)
      samples.push((rows[at] as FleetRow).app);
  samples.sort();
  return samples.filter((_, index) => index > 0 && index % samplesOfRange === 0);
};

/** Rows that come in any order, until they are taken in parts of so many. */
export const createRangePartition = (rowsOfPart: number) => {
  let borders: string[] = [];
  let ranges: FleetRow[][] = [[]];

  /** How many ranges begin after the first one, and not after the app. */
  const find = (app: string): number => {
    let [low, high] = [0, borders.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((borders[middle] as string) <= app) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (row: FleetRow): void => {
      ranges[find(row.app)]?.push(row);
    },
    take: (): FleetRow[][] => {
      const parts: FleetRow[][] = [];
      for (const rows of ranges)
        for (const row of rows) {
          const part = parts.at(-1);
          if (part === undefined || part.length === rowsOfPart) parts.push([row]);
          else part.push(row);
        }
      // Of few rows nothing is learned, and nothing is gained.
      if (parts.length > 1) borders = bordersOf(parts);
      ranges = Array.from({ length: borders.length + 1 }, () => []);
      return parts;
    },
  };
};
