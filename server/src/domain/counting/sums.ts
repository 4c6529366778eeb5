import { bounds } from '../nouns/bounds.ts';
import {
  admitStranger,
  type FleetBatch,
  type FleetRow,
  otherName,
  type RolloutHour,
} from '../nouns/fleet.ts';
import type { Day, Instant } from '../nouns/instant.ts';
import type { Cell, Tally } from './cell.ts';

/*
 * Rows grow in place, and names are put together once for each cell: whoever makes versions up makes a cell with each
 * check, and is to cost no more than others.
 */

/** The rows of one app and day since they were last taken. */
type AppRows = Map<string, FleetRow>;

const nameOf = ({ channel, target }: Cell, version: string): string => `${channel}\n${target}\n${version}`;

const makeRow = ({ app, channel, target, isStranger }: Cell, day: Day, version: string): FleetRow => ({
  ...{ app, day, channel, target, version, isStranger: isStranger && version !== otherName },
  ...{ checks: 0, offers: 0, withId: 0, proxied: 0 },
});

const findRow = (rows: AppRows, cell: Cell, { day, version }: { day: Day; version: string }): FleetRow => {
  const name = nameOf(cell, version);
  const known = rows.get(name);
  if (known !== undefined) return known;
  if (rows.size >= bounds.fleetRowsOfApp && version !== otherName)
    return findRow(rows, cell, { day, version: otherName });
  const row = makeRow(cell, day, version);
  rows.set(name, row);
  return row;
};

/** Moves the counts of a cell to its row. */
const move = (cell: Cell, row: FleetRow): void => {
  row.checks += cell.checks;
  row.offers += cell.offers;
  row.withId += cell.withId;
  // A sample stands for several checks, of which there may be fewer.
  row.proxied += Math.min(cell.checks, cell.proxied);
  cell.checks = 0;
  cell.offers = 0;
  cell.withId = 0;
  cell.proxied = 0;
  cell.sketches = undefined;
};

/** What an app has on a day. */
interface AppDay {
  day: Day;
  rows: AppRows;
  strangers: Set<string>;
}

/** Rows and hours that grow until they are taken; `onOther` is told how many checks had no row of their own. */
export const createSums = (onOther: (checks: number) => void) => {
  /** By app; what was counted on a day before, while the database was away, waits beside. */
  let apps = new Map<string, AppDay>();
  let before: FleetRow[] = [];
  let hours = new Map<string, RolloutHour>();

  const ofApp = (app: string, day: Day): AppDay => {
    const known = apps.get(app);
    if (known?.day === day) return known;
    before.push(...(known?.rows.values() ?? []));
    const fresh = { day, rows: new Map(), strangers: new Set<string>() };
    apps.set(app, fresh);
    return fresh;
  };

  /** Adds a cell's checks to their row, and empties it. */
  const addCell = (cell: Cell, day: Day): void => {
    const { rows, strangers } = ofApp(cell.app, day);
    const isNamed = !cell.isStranger || admitStranger(strangers, cell.version);
    const row = findRow(rows, cell, { day, version: isNamed ? cell.version : otherName });
    if (row.version === otherName || row.target === otherName) onOther(cell.checks);
    move(cell, row);
  };

  /** Adds a tally to its hour, and empties it. */
  const addTally = (tally: Tally, hour: Instant): void => {
    const { releaseId, target } = tally;
    const name = `${releaseId}\n${hour}\n${target}`;
    const sum = hours.get(name) ?? { releaseId, hour, target, offers: 0, arrivals: 0, downloads: 0 };
    hours.set(name, sum);
    sum.offers += tally.offers;
    sum.arrivals += tally.arrivals;
    sum.downloads += tally.downloads;
    tally.offers = 0;
    tally.arrivals = 0;
    tally.downloads = 0;
  };

  /** What there is since it was last taken; undefined where that is nothing. The day's strangers are remembered. */
  const take = (): Pick<FleetBatch, 'rows' | 'hours'> | undefined => {
    const rows = [...before, ...[...apps.values()].flatMap((own) => [...own.rows.values()])];
    if (rows.length + hours.size === 0) return undefined;
    const taken = { rows, hours: [...hours.values()] };
    const strange = [...apps].filter(([, { strangers }]) => strangers.size > 0);
    apps = new Map(strange.map(([app, { day, strangers }]) => [app, { day, strangers, rows: new Map() }]));
    before = [];
    hours = new Map();
    return taken;
  };

  return { addCell, addTally, take };
};
