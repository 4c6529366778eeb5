import { bounds } from '../../model/bounds.ts';
import { admitUnpublishedVersion, type FleetRow, otherName, type RolloutHour } from '../../model/fleet.ts';
import type { Day, Instant } from '../../model/instant.ts';
import { type AppRows, addRow, findRow } from './app-rows.ts';
import { type PendingCounts, rowsPerChunk } from './chunks.ts';
import type { CheckCounter, OfferCounter } from './counter.ts';
import { createRangePartition } from './range-partition.ts';

/*
 * Rows grow in place. Whoever makes versions up makes a cell with each check, and is to cost no more than others.
 */

const makeRow = (
  { app, channel, target, isStranger }: CheckCounter,
  day: Day,
  version: string,
): FleetRow => ({
  app,
  day,
  channel,
  target,
  version,
  isStranger: isStranger && version !== otherName,
  checks: 0,
  offers: 0,
  withId: 0,
  proxied: 0,
});

/** Moves the counts of a cell to its row. */
const move = (cell: CheckCounter, row: FleetRow): void => {
  row.checks += cell.checks;
  row.offers += cell.offers;
  row.withId += cell.withId;
  // A sample stands for several checks, of which there may be fewer.
  row.proxied += Math.min(cell.checks, cell.proxied);
  cell.checks = 0;
  cell.offers = 0;
  cell.withId = 0;
  cell.proxied = 0;
  cell.held = undefined;
};

/** Rows and hours that grow until they are taken; `onOther` is told how many checks had no row of their own. */
export const createAggregate = (onOther: (checks: number) => void) => {
  /** The day that is counted for; rows of days before, while the database was away, wait beside them. */
  let today: Day | undefined;
  let apps = new Map<string, AppRows>();
  /** Those that have rows of their own today, by app. */
  let strangers = new Map<string, string[]>();
  const all = createRangePartition(rowsPerChunk);
  let hours = new Map<string, RolloutHour>();

  const begin = (day: Day): void => {
    if (day === today) return;
    today = day;
    apps = new Map();
    strangers = new Map();
  };

  const isNamed = ({ app, version, isStranger }: CheckCounter): boolean => {
    if (!isStranger) return true;
    const known = strangers.get(app);
    if (known !== undefined) return admitUnpublishedVersion(known, version);
    strangers.set(app, [version]);
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
    const known = findRow(own, cell, version);
    if (known !== undefined) return known;
    if (own.rows.length >= bounds.fleetRowsOfApp && version !== otherName) return rowOf(cell, day, otherName);
    return keepRow(makeRow(cell, day, version));
  };

  /** Adds a cell's checks to their row, and empties it. */
  const addCell = (cell: CheckCounter, day: Day): void => {
    begin(day);
    const row = rowOf(cell, day, isNamed(cell) ? cell.version : otherName);
    if (row.version === otherName || row.target === otherName) onOther(cell.checks);
    move(cell, row);
  };

  /** Adds a tally to its hour, and empties it. */
  const addTally = (tally: OfferCounter, hour: Instant): void => {
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

  /** What there is since it was last taken. The day's strangers are remembered. */
  const take = (): Omit<PendingCounts, 'sketches' | 'checkIns'> => {
    const taken = { rows: all.take(), hours: [...hours.values()] };
    apps = new Map();
    hours = new Map();
    return taken;
  };

  return { addCell, addTally, take };
};
