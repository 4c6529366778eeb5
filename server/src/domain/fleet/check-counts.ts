import { bounds } from '../model/bounds.ts';
import type { FleetBatch } from '../model/fleet.ts';
import { hash32 } from '../model/hash32.ts';
import { dayOf, hourOf, type Instant } from '../model/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { FleetWrites } from '../ports/fleet.ts';
import type { Ids } from '../ports/ids.ts';
import type { Transactions } from '../ports/store.ts';
import { createBatchWriter } from '../usage/batches.ts';
import { createAggregate } from './counters/aggregate.ts';
import { createCheckInCounter } from './counters/check-ins.ts';
import { splitIntoChunks } from './counters/chunks.ts';
import type { CheckCounter, OfferCounter } from './counters/counter.ts';
import { createDailySalts } from './counters/daily-salt.ts';
import { createDirtyList } from './counters/dirty-list.ts';
import { addHash } from './counters/hyperloglog.ts';
import { createSketchBuffer } from './counters/sketches.ts';

/*
 * Checks are counted in cells that whoever answers them holds, beside the answer: a number goes up, and that is all a
 * check pays. A cell is noted when it is first touched. Every ten seconds what was noted is added up into rows, and the rows
 * are written, some thousands in a batch; where too much was noted, the oldest is added up before. A crash loses those ten
 * seconds. What is added up together counts for the day and hour of its first check. Others may count by themselves, and
 * hand in what they have when something is added up, in turn where that is much: it is as if it had come then.
 *
 * Versions are what clients write, so that strangers could make rows: of versions that an app never published a few a
 * day have rows of their own, here and again where batches are written, since there may be many processes.
 *
 * Ids are hashed as they come, and their hashes are added to sketches of the day; nothing holds an id. Where the day's
 * seed is not known yet they are counted, and not told apart.
 */

/** Who counts checks by himself, for so many cells, and adds those of the first of them when he is told to. */
export interface ExternalCounter {
  waiting(): number;
  settle(most: number): void;
}

export const createCheckCounts = (needs: {
  store: FleetWrites & Transactions;
  clock: Clock;
  ids: Ids;
  /** How many sites are in memory, each with cells of its own. */
  siteCount?: () => number;
  /** Lets others have a turn. */
  rest?: () => Promise<unknown>;
  /** Told how many checks had no row of their own. */
  onOther?: (checks: number) => void;
}) => {
  const {
    store,
    clock,
    siteCount = () => 0,
    rest = async () => undefined,
    onOther = () => undefined,
  } = needs;
  const sums = createAggregate(onOther);
  const sketches = createSketchBuffer();
  const checkIns = createCheckInCounter();
  const seeds = createDailySalts(needs);
  const sheets = createDirtyList(clock);
  /** The day of the sheet that is being filled, and its seed. */
  let today = dayOf(clock.now());
  let seed: number | undefined;
  let adding = Promise.resolve();
  const holders: ExternalCounter[] = [];
  let tallies: OfferCounter[] = [];
  /** When the first of those was touched. */
  let since: Instant | undefined;

  const addTallies = (): void => {
    if (since !== undefined) for (const tally of tallies) sums.addTally(tally, hourOf(since));
    tallies = [];
    since = undefined;
  };

  /** Adds up the oldest sheet up to that number; false where there is none. */
  const addSheet = (highest: number): boolean => {
    const sheet = sheets.take(highest);
    if (sheet === undefined) return false;
    for (const cell of sheet.cells) sums.addCell(cell, sheet.day);
    return true;
  };

  const addSheets = async (highest: number): Promise<void> => {
    while (addSheet(highest)) if (sheets.holds(highest)) await rest();
  };

  /** Has what waits now handed in, or so much of it; few at a time, as sheets are added up. */
  const settleSome = async ({ waiting, settle }: ExternalCounter, most: number): Promise<void> => {
    for (let left = Math.min(waiting(), most); left > 0; left -= bounds.uncountedCells) {
      settle(Math.min(left, bounds.uncountedCells));
      await rest();
    }
  };

  /** Closes what is being filled; returns the number of the last sheet. */
  const closeAll = (): number => {
    addTallies();
    return sheets.close();
  };

  /**
   * Adds up all that was counted before the call, a sheet at a time, however many call; of what others count by themselves at
   * most so much, where less is enough.
   */
  const addUp = (most = Number.POSITIVE_INFINITY): Promise<void> => {
    closeAll();
    adding = adding
      .catch(() => undefined)
      .then(async () => {
        for (const holder of holders) await settleSome(holder, most);
        await addSheets(closeAll());
      });
    return adding;
  };

  const roomForCells = (): number =>
    Math.max(bounds.uncountedCells, bounds.uncountedCellsOfSite * siteCount());

  const note = (cell: CheckCounter): void => {
    const begun = sheets.note(cell);
    if (begun === undefined) return;
    today = begun.day;
    seed = seeds.of(today);
    // With the one that has just begun, once it is full.
    const mostWaiting = sheets.count() - begun.cells.length + bounds.uncountedCells;
    if (mostWaiting > roomForCells()) addSheet(begun.number - 1);
  };

  /** Adds a check; offers, ids and proxies are added to the cell by whoever knows of them, after this. */
  const countCheck = (cell: CheckCounter): void => {
    if (cell.checks === 0) note(cell);
    cell.checks += 1;
  };

  /** Adds checks that were counted elsewhere. */
  const countChecks = (
    cell: CheckCounter,
    counts: Pick<CheckCounter, 'checks' | 'offers' | 'proxied'>,
  ): void => {
    if (cell.checks === 0) note(cell);
    cell.checks += counts.checks;
    cell.offers += counts.offers;
    cell.proxied += counts.proxied;
  };

  /**
   * Adds the id of a check that was just added; around midnight perhaps to the day after the one that the check counts for:
   * a sketch has hashes of its own day's seed alone.
   */
  const countClient = (cell: CheckCounter, id: string): void => {
    cell.withId += 1;
    if (seed === undefined) return;
    const hash = hash32(seed, id);
    for (const sketch of sketches.of(cell, today)) addHash(sketch, hash);
  };

  const count = (tally: OfferCounter, what: 'offers' | 'readers'): void => {
    if (tally.offers + tally.readers === 0) {
      if (tallies.length >= bounds.uncountedCells) addTallies();
      since ??= clock.now();
      tallies.push(tally);
    }
    tally[what] += 1;
  };

  const batches = createBatchWriter<Pick<FleetBatch, 'rows' | 'hours' | 'checkIns' | 'sketches'>>({
    ...{ clock, ids: needs.ids },
    take: () => splitIntoChunks({ ...sums.take(), checkIns: checkIns.take(), sketches: sketches.take() }),
    write: (batch) => store.addFleet(batch),
  });

  /** Writes all that was counted before the call, or so much of what others count; however late, for the day when it was added up. */
  const flush = async (most?: number): Promise<void> => {
    await addUp(most);
    await batches.flush();
    await seeds.learn();
  };

  return {
    countCheck,
    countChecks,
    /** From now on what is counted there is asked for before anything is written. */
    hearOf: (holder: ExternalCounter): void => void holders.push(holder),
    countClient,
    countOffer: (tally: OfferCounter): void => count(tally, 'offers'),
    /** Adds a reader of a document that shows a release, who may or may not take it. */
    countReader: (tally: OfferCounter): void => count(tally, 'readers'),
    /** Adds a check from a copy that has a release, by the number of its network. */
    countCheckIn: (release: Pick<OfferCounter, 'releaseId' | 'target' | 'name'>, network: number): void =>
      checkIns.add(release, network, clock.now),
    addUp,
    flush,
  };
};
export type CheckCounts = ReturnType<typeof createCheckCounts>;
