import type { FleetRow } from '../../model/fleet.ts';

/*
 * Keeps rows roughly in the order of their apps, as the tables do, so that rows written together are stored together.
 * With a hundred thousand unordered apps each few thousand rows touch every page, which costs SQLite three times as
 * much. Sorting that many would block the event loop, so each row goes into a range on arrival, with ranges taken from
 * the rows before.
 */

/** Rows per range, and samples per range to find the next borders. */
const [rowsOfRange, samplesOfRange] = [2000, 16];

/** Borders that split such rows about evenly; the first range has no lower border. */
const bordersOf = (parts: readonly FleetRow[][]): string[] => {
  const samples: string[] = [];
  for (const rows of parts)
    for (let at = 0; at < rows.length; at += rowsOfRange / samplesOfRange)
      samples.push((rows[at] as FleetRow).app);
  samples.sort();
  return samples.filter((_, index) => index > 0 && index % samplesOfRange === 0);
};

/** Accepts rows in any order; `take` returns chunks of `rowsOfPart`. */
export const createRangePartition = (rowsOfPart: number) => {
  let borders: string[] = [];
  let ranges: FleetRow[][] = [[]];

  /** Binary search for the range of an app. */
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
      // Few rows give no useful borders.
      if (parts.length > 1) borders = bordersOf(parts);
      ranges = Array.from({ length: borders.length + 1 }, () => []);
      return parts;
    },
  };
};
