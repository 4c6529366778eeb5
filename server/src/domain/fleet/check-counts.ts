import { bounds } from '../model/bounds.ts';
import type { FleetBatch } from '../model/fleet.ts';
import { hash32 } from '../model/hash32.ts';
import { dayOf, hourOf, type Instant } from '../model/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { FleetWrites } from '../ports/fleet.ts';
import type { Ids } from '../ports/ids.ts';
import { createBatchWriter } from '../usage/batch-writer.ts';
import { createAggregate } from './counters/aggregate.ts';
import { createCheckInCounter } from './counters/check-ins.ts';
import { splitIntoChunks } from './counters/chunks.ts';
import type { CheckCounter, OfferCounter } from './counters/counter.ts';
import { createDailySalts, type SaltStore } from './counters/daily-salt.ts';
import { createDirtyList } from './counters/dirty-list.ts';
import { addHash } from './counters/hyperloglog.ts';
import { createSketchBuffer } from './counters/sketches.ts';

/*
 * Check responses hold their own counters, so that counting a check is one increment. A counter goes onto the dirty
 * list when it is first touched. Every ten seconds dirty counters are aggregated into rows and written in batches of
 * some thousands; if too many wait, the oldest are aggregated earlier. A crash loses those ten seconds. A batch counts
 * for the day and hour of its first check. External counters hand in their counts during aggregation, in turns if there
 * are many, and count for that time.
 *
 * Clients choose their versions, so they could create rows without limit. Only a few unpublished versions per app and
 * day get their own row, here and again at the write, since there may be many processes.
 *
 * IDs are hashed at once and added to the day's sketches; no ID is stored. Until the day's salt is known, checks with
 * IDs are counted but not deduplicated.
 */

/** Counts checks elsewhere; `drain` adds the counts of its first `most` waiting counters. */
export interface ExternalCounter {
  pendingCount(): number;
  drain(most: number): void;
}

export const createCheckCounts = (needs: {
  store: FleetWrites & SaltStore;
  clock: Clock;
  ids: Ids;
  /** The number of sites in memory, each with its own counters. */
  siteCount?: () => number;
  /** Yields to the event loop. */
  rest?: () => Promise<unknown>;
  /** Receives the number of checks without their own row. */
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
  const salts = createDailySalts(needs);
  const dirtyList = createDirtyList(clock);
  /** The day of the open batch, and its salt. */
  let today = dayOf(clock.now());
  let seed: number | undefined;
  let adding = Promise.resolve();
  const holders: ExternalCounter[] = [];
  let tallies: OfferCounter[] = [];
  /** When the first of them was touched. */
  let since: Instant | undefined;

  const addTallies = (): void => {
    if (since !== undefined) for (const tally of tallies) sums.addOffers(tally, hourOf(since));
    tallies = [];
    since = undefined;
  };

  /** Aggregates the oldest batch up to that number; false if there is none. */
  const aggregateOldest = (highest: number): boolean => {
    const batch = dirtyList.take(highest);
    if (batch === undefined) return false;
    for (const cell of batch.counters) sums.addChecks(cell, batch.day);
    return true;
  };

  const aggregateUpTo = async (highest: number): Promise<void> => {
    while (aggregateOldest(highest)) if (dirtyList.holds(highest)) await rest();
  };

  /** Collects external counts in small steps, as for batches. */
  const drainSome = async ({ pendingCount, drain }: ExternalCounter, most: number): Promise<void> => {
    for (let left = Math.min(pendingCount(), most); left > 0; left -= bounds.uncountedCells) {
      drain(Math.min(left, bounds.uncountedCells));
      await rest();
    }
  };

  /** Closes the open batch; returns the number of the last one. */
  const closeAll = (): number => {
    addTallies();
    return dirtyList.close();
  };

  /**
   * Aggregates all counts made before the call, one batch at a time, even with concurrent calls. `most` limits the
   * external counters.
   */
  const aggregate = (most = Number.POSITIVE_INFINITY): Promise<void> => {
    closeAll();
    adding = adding
      .catch(() => undefined)
      .then(async () => {
        for (const holder of holders) await drainSome(holder, most);
        await aggregateUpTo(closeAll());
      });
    return adding;
  };

  const counterCapacity = (): number =>
    Math.max(bounds.uncountedCells, bounds.uncountedCellsOfSite * siteCount());

  const note = (cell: CheckCounter): void => {
    const begun = dirtyList.note(cell);
    if (begun === undefined) return;
    today = begun.day;
    seed = salts.of(today);
    // Includes the open batch, once full.
    const mostWaiting = dirtyList.count() - begun.counters.length + bounds.uncountedCells;
    if (mostWaiting > counterCapacity()) aggregateOldest(begun.number - 1);
  };

  /** Callers then add offers, IDs and proxies to the counter themselves. */
  const countCheck = (cell: CheckCounter): void => {
    if (cell.checks === 0) note(cell);
    cell.checks += 1;
  };

  /** Adds checks that were counted externally. */
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
   * Adds the ID of the check just counted. Around midnight it may count for the next day, since a sketch holds hashes
   * of its own day's salt only.
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

  /** Writes all counts made before the call; late writes count for the day of their aggregation. */
  const flush = async (most?: number): Promise<void> => {
    await aggregate(most);
    await batches.flush();
    await salts.load();
  };

  return {
    countCheck,
    countChecks,
    /** Registers an external counter, which is settled before every write. */
    register: (holder: ExternalCounter): void => void holders.push(holder),
    countClient,
    countOffer: (tally: OfferCounter): void => count(tally, 'offers'),
    /** A reader of a document that shows a release may or may not take it. */
    countReader: (tally: OfferCounter): void => count(tally, 'readers'),
    /** A check from a client that runs a release, by its network number. */
    countCheckIn: (release: Pick<OfferCounter, 'releaseId' | 'target' | 'name'>, network: number): void =>
      checkIns.add(release, network, clock.now),
    aggregate,
    flush,
  };
};
export type CheckCounts = ReturnType<typeof createCheckCounts>;
