import { createBatches } from './batches.ts';
import { type Cell, makeTally, type Tally } from './counting/cell.ts';
import { partsOf } from './counting/parts.ts';
import { createSeeds } from './counting/seeds.ts';
import { addHash } from './counting/sketch.ts';
import { createSketches } from './counting/sketches.ts';
import { createSums } from './counting/sums.ts';
import { hash32 } from './hash32.ts';
import { bounds } from './nouns/bounds.ts';
import type { FleetBatch } from './nouns/fleet.ts';
import { dayOf, hourOf, type Instant } from './nouns/instant.ts';
import type { Clock } from './ports/clock.ts';
import type { FleetCounting } from './ports/fleet.ts';
import type { Ids } from './ports/ids.ts';
import type { Transactions } from './ports/store.ts';

/*
 * Checks are counted in cells that whoever answers them holds, beside the answer: a number goes up, and that is all a
 * check pays. A cell is noted when it is first touched; now and then all that were noted are added up into rows, and
 * every ten seconds the rows are written, some thousands in a batch. A crash loses those ten seconds. What is added up together counts for
 * the day and hour of its first check.
 *
 * Versions are what clients write, so that strangers could make rows: of versions that an app never published a few a
 * day have rows of their own, here and again where batches are written, since there may be many processes.
 *
 * Ids are hashed as they come, and their hashes are added to sketches of the day; nothing holds an id. Where the day's
 * seed is not known yet they are counted, and not told apart.
 */

export const createCounting = (needs: {
  store: FleetCounting & Transactions;
  clock: Clock;
  ids: Ids;
  /** Told how many checks had no row of their own. */
  onOther?: (checks: number) => void;
}) => {
  const { store, clock, onOther = () => undefined } = needs;
  const sums = createSums(onOther);
  const sketches = createSketches();
  const seeds = createSeeds(needs);
  let cells: Cell[] = [];
  let tallies: Tally[] = [];
  /** When the first of those was touched. */
  let since: Instant | undefined;
  /** The seed of that day. */
  let seed: number | undefined;

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
    if (since !== undefined) return;
    since = clock.now();
    seed = seeds.of(dayOf(since));
  };

  /** Adds a check; offers, ids and proxies are added to the cell by whoever knows of them, after this. */
  const countCheck = (cell: Cell): void => {
    if (cell.checks === 0) {
      touch();
      cells.push(cell);
    }
    cell.checks += 1;
  };

  /** Adds the id of a check that was just added. */
  const countClient = (cell: Cell, id: string): void => {
    cell.withId += 1;
    if (seed === undefined || since === undefined) return;
    cell.sketches ??= sketches.of(cell, dayOf(since));
    const hash = hash32(seed, id);
    for (const sketch of cell.sketches) addHash(sketch, hash);
  };

  const count = (tally: Tally, what: 'offers' | 'arrivals' | 'downloads'): void => {
    if (tally.offers + tally.arrivals + tally.downloads === 0) {
      touch();
      tallies.push(tally);
    }
    tally[what] += 1;
  };

  const batches = createBatches<Pick<FleetBatch, 'rows' | 'hours' | 'sketches'>>({
    ...{ clock, ids: needs.ids },
    take: () => {
      addUp();
      return partsOf({ ...sums.take(), sketches: sketches.take() });
    },
    write: (batch) => store.addFleet(batch),
  });

  /** Writes all that was counted before the call, for the day and hour it was counted in, however late that is. */
  const flush = async (): Promise<void> => {
    addUp();
    await batches.flush();
    await seeds.learn();
  };

  return {
    countCheck,
    countClient,
    countOffer: (tally: Tally): void => count(tally, 'offers'),
    countArrival: (tally: Tally): void => count(tally, 'arrivals'),
    /** Adds a download whose last byte went out. */
    countDownload: ({ releaseId, target }: Pick<Tally, 'releaseId' | 'target'>): void =>
      count(makeTally(releaseId, target), 'downloads'),
    flush,
  };
};
export type Counting = ReturnType<typeof createCounting>;
