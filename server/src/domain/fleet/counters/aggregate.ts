import { bounds } from '../../model/bounds.ts';
import { admitUnpublishedVersion, type FleetRow, otherName, type RolloutHour } from '../../model/fleet.ts';
import type { Day, Instant } from '../../model/instant.ts';
import { type AppRows, addRow, findRow } from './app-rows.ts';
import { type PendingCounts, rowsPerChunk } from './chunks.ts';
import type { CheckCounter, OfferCounter } from './counter.ts';
import { createRangePartition } from './range-partition.ts';

/* Rows grow in place, so that a client with made-up versions, each with a new counter, costs no more than others. */

const makeRow = (
  { app, channel, target, isUnpublished }: CheckCounter,
  day: Day,
  version: string,
): FleetRow => ({
  app,
  day,
  channel,
  target,
  version,
  isUnpublished: isUnpublished && version !== otherName,
  checks: 0,
  offers: 0,
  withId: 0,
  proxied: 0,
});

const move = (cell: CheckCounter, row: FleetRow): void => {
  row.checks += cell.checks;
  row.offers += cell.offers;
  row.withId += cell.withId;
  // A sample counts as several checks, possibly more than there were.
  row.proxied += Math.min(cell.checks, cell.proxied);
  cell.checks = 0;
  cell.offers = 0;
  cell.withId = 0;
  cell.proxied = 0;
  cell.sketchCache = undefined;
};

/** `onOther` receives the number of checks without their own row. */
export const createAggregate = (onOther: (checks: number) => void) => {
  /** The current day; rows of earlier days wait here while the database is down. */
  let today: Day | undefined;
  let apps = new Map<string, AppRows>();
  /** Unpublished versions with their own row today, by app. */
  let unpublished = new Map<string, string[]>();
  const all = createRangePartition(rowsPerChunk);
  let hours = new Map<string, RolloutHour>();

  const begin = (day: Day): void => {
    if (day === today) return;
    today = day;
    apps = new Map();
    unpublished = new Map();
  };

  const isNamed = ({ app, version, isUnpublished }: CheckCounter): boolean => {
    if (!isUnpublished) return true;
    const existing = unpublished.get(app);
    if (existing !== undefined) return admitUnpublishedVersion(existing, version);
    unpublished.set(app, [version]);
    return true;
  };

  const keepRow = (row: FleetRow): FleetRow => {
    const own = apps.get(row.app);
    if (own === undefined) apps.set(row.app, { rows: [row], byName: undefined });
    else addRow(own, row);
    all.add(row);
    return row;
  };

  const rowOf = (cell: CheckCounter, day: Day, version: string): FleetRow => {
    const own = apps.get(cell.app);
    if (own === undefined) return keepRow(makeRow(cell, day, version));
    const existing = findRow(own, cell, version);
    if (existing !== undefined) return existing;
    if (own.rows.length >= bounds.fleetRowsOfApp && version !== otherName) return rowOf(cell, day, otherName);
    return keepRow(makeRow(cell, day, version));
  };

  /** Adds a counter to its row and resets it. */
  const addChecks = (cell: CheckCounter, day: Day): void => {
    begin(day);
    const row = rowOf(cell, day, isNamed(cell) ? cell.version : otherName);
    if (row.version === otherName || row.target === otherName) onOther(cell.checks);
    move(cell, row);
  };

  /** Adds a counter to its hour and resets it. */
  const addOffers = (tally: OfferCounter, hour: Instant): void => {
    const { releaseId, target } = tally;
    const name = `${releaseId}\n${hour}\n${target}`;
    const sum = hours.get(name) ?? {
      releaseId,
      hour,
      target,
      offers: 0,
      readers: 0,
      arrivals: 0,
      downloads: 0,
    };
    hours.set(name, sum);
    sum.offers += tally.offers;
    sum.readers = (sum.readers ?? 0) + tally.readers;
    tally.offers = 0;
    tally.readers = 0;
  };

  /** Drains the rows; today's unpublished versions stay known. */
  const take = (): Omit<PendingCounts, 'sketches' | 'checkIns'> => {
    const taken = { rows: all.take(), hours: [...hours.values()] };
    apps = new Map();
    hours = new Map();
    return taken;
  };

  return { addChecks, addOffers, take };
};
