import { createBatches } from './batches.ts';
import { type Cell, makeTally, type Tally } from './counting/cell.ts';
import { createSums } from './counting/sums.ts';
import { bounds } from './nouns/bounds.ts';
import type { FleetBatch } from './nouns/fleet.ts';
import { dayOf, hourOf, type Instant } from './nouns/instant.ts';
import type { Clock } from './ports/clock.ts';
import type { FleetCounting } from './ports/fleet.ts';
import type { Ids } from './ports/ids.ts';

/*
 * Checks are counted in cells that whoever answers them holds, beside the answer: a number goes up, and that is all a
 * check pays. A cell is noted when it is first touched; now and then all that were noted are added up into rows, and
 * every ten seconds the rows are written in a batch. A crash loses those ten seconds. What is added up together counts for
 * the day and hour of its first check.
 *
 * Versions are what clients write, so that strangers could make rows: of versions that an app never published a few a
 * day have rows of their own, here and again where batches are written, since there may be many processes.
 */

export const createCounting = (needs: {
  store: FleetCounting;
  clock: Clock;
  ids: Ids;
  /** Told how many checks had no row of their own. */
  onOther?: (checks: number) => void;
}) => {
  const { store, clock, onOther = () => undefined } = needs;
  const sums = createSums(onOther);
  let cells: Cell[] = [];
  let tallies: Tally[] = [];
  /** When the first of those was touched. */
  let since: Instant | undefined;

  /** Adds up what was counted, and begins anew. */
  const addUp = (): void => {
    if (since === undefined) return;
    for (const cell of cells) sums.addCell(cell, dayOf(since));
    for (const tally of tallies) sums.addTally(tally, hourOf(since));
    cells = [];
    tallies = [];
    since = undefined;
  };

  const touch = (): void => {
    if (cells.length + tallies.length >= bounds.uncountedCells) addUp();
    since ??= clock.now();
  };

  /** Adds a check; offers, ids and proxies are added to the cell by whoever knows of them, after this. */
  const countCheck = (cell: Cell): void => {
    if (cell.checks === 0) {
      touch();
      cells.push(cell);
    }
    cell.checks += 1;
  };

  const count = (tally: Tally, what: 'offers' | 'arrivals' | 'downloads'): void => {
    if (tally.offers + tally.arrivals + tally.downloads === 0) {
      touch();
      tallies.push(tally);
    }
    tally[what] += 1;
  };

  const batches = createBatches<Pick<FleetBatch, 'rows' | 'hours'>>({
    ...{ clock, ids: needs.ids },
    take: () => {
      addUp();
      return sums.take();
    },
    write: (batch) => store.addFleet(batch),
  });

  /** Writes all that was counted before the call, for the day and hour it was counted in, however late that is. */
  const flush = (): Promise<void> => {
    addUp();
    return batches.flush();
  };

  return {
    countCheck,
    countOffer: (tally: Tally): void => count(tally, 'offers'),
    countArrival: (tally: Tally): void => count(tally, 'arrivals'),
    /** Adds a download whose last byte went out. */
    countDownload: ({ releaseId, target }: Pick<Tally, 'releaseId' | 'target'>): void =>
      count(makeTally(releaseId, target), 'downloads'),
    flush,
  };
};
export type Counting = ReturnType<typeof createCounting>;
