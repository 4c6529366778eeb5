import { type Kysely, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { FleetRow, FleetSum } from '../../../domain/model/fleet.ts';
import { dayOf } from '../../../domain/model/instant.ts';
import type { Fleet, FleetFilter } from '../../../domain/ports/fleet.ts';
import type { Engine, Row, Tables } from '../schema.ts';
import { type CountsRow, type CountsTable, upsertCounts } from '../usage/add-counts.ts';
import { foldUnpublishedVersionRows } from './cardinality-guard.ts';
import { sumFleetRows } from './fleet-sums.ts';

type ListedRow = Required<Omit<FleetSum, 'clients'>>;

/** A large app has too many rows for one query: it would block the main thread. */
const rowsAtATime = 2000;

const listedOf = ({ with_id, app: _, stranger: __, ...row }: Row<'fleet_days'>): ListedRow => ({
  ...row,
  withId: with_id,
});

const listAfter = async (
  db: Kysely<Tables>,
  app: string,
  { from, to, channel, last, limit }: FleetFilter & { last: ListedRow | undefined; limit: number },
): Promise<ListedRow[]> => {
  const after =
    last &&
    sql<boolean>`(day, channel, target, version) > (${last.day}, ${last.channel}, ${last.target}, ${last.version})`;
  const rows = await db
    .selectFrom('fleet_days')
    .selectAll()
    .where('app', '=', app)
    .where('day', '>=', last?.day ?? from)
    .where('day', '<=', to)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(after !== undefined, (query) => query.where(after ?? sql<boolean>`true`))
    .orderBy('day')
    .orderBy('channel')
    .orderBy('target')
    .orderBy('version')
    .limit(limit)
    .execute();
  return rows.map(listedOf);
};

type SumRow = { name: string } & Record<'checks' | 'offers' | 'with_id' | 'proxied', number | string>;

export const fleetReads = (db: Kysely<Tables>): Omit<Fleet, 'listSketches'> => ({
  listFleet: async (app, filter) => {
    const listed: ListedRow[] = [];
    for (let isMore = true; isMore; ) {
      const limit = Math.min(rowsAtATime, bounds.fleetRows + 1 - listed.length);
      const rows = await listAfter(db, app, { ...filter, last: listed.at(-1), limit });
      listed.push(...rows);
      isMore = rows.length === rowsAtATime && listed.length <= bounds.fleetRows;
    }
    return listed;
  },

  sumFleet: async (app, { from, to, channel }, by) => {
    const sum = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
    const columns = sql.join(['checks', 'offers', 'with_id', 'proxied'].map(sum));
    const ofChannel = channel === undefined ? sql`` : sql`and channel = ${channel}`;
    const query = sql<SumRow>`
      select ${sql.ref(by)} as name, ${columns}
      from fleet_days where app = ${app} and day >= ${from} and day <= ${to} ${ofChannel}
      group by ${sql.ref(by)} order by ${sql.ref(by)} limit ${bounds.fleetSums + 1}`;
    const { rows } = await query.execute(db);
    return rows.map(({ name, checks, offers, with_id, proxied }) => ({
      [by]: name,
      checks: Number(checks),
      offers: Number(offers),
      withId: Number(with_id),
      proxied: Number(proxied),
    }));
  },

  sumRolloutHours: async (releaseId, { from, until }) => {
    const { rows } = await sql<
      { target: string } & Record<'offers' | 'readers' | 'arrivals' | 'downloads', number | string>
    >`
      select target, cast(sum(offers) as bigint) as offers, cast(sum(arrivals) as bigint) as arrivals,
        cast(sum(downloads) as bigint) as downloads,
        cast(sum(coalesce(readers, downloads)) as bigint) as readers
      from rollout_hours where release_id = ${releaseId} and hour >= ${from} and hour <= ${until}
      group by target order by target`.execute(db);
    return rows.map(({ target, offers, readers, arrivals, downloads }) => ({
      target,
      offers: Number(offers),
      readers: Number(readers),
      arrivals: Number(arrivals),
      downloads: Number(downloads),
    }));
  },

  listRolloutHours: async (releaseId) => {
    const rows = await db
      .selectFrom('rollout_hours')
      .selectAll()
      .where('release_id', '=', releaseId)
      .orderBy('hour', 'desc')
      .orderBy('target', 'desc')
      .limit(bounds.rolloutHours)
      .execute();
    return rows.reverse().map(({ release_id, readers: _, ...row }) => ({ releaseId: release_id, ...row }));
  },
});

const fleetDays: CountsTable = {
  table: 'fleet_days',
  key: ['app', 'day', 'channel', 'target', 'version'],
  // A version published later in the day counts as published from then on.
  counts: { stranger: '*', checks: '+', offers: '+', with_id: '+', proxied: '+' },
};

const columnsOf = (row: FleetRow): CountsRow => [
  ...[row.app, row.day, row.channel, row.target, row.version],
  ...[Number(row.isUnpublished), row.checks, row.offers, row.withId, row.proxied],
];

/** Adds checks to their days. Run it in a transaction. */
export const addFleetDays = async (
  db: Kysely<Tables>,
  engine: Engine,
  rows: readonly FleetRow[],
): Promise<void> => {
  const sums = sumFleetRows(await foldUnpublishedVersionRows(db, engine, rows));
  await upsertCounts(db, engine, { into: fleetDays, rows: sums.map(columnsOf) });
};

/** Deletes days, sketches and hours before a date, a few rows per app and release by primary key. */
export const deleteOldFleetRows = async (db: Kysely<Tables>, before: string): Promise<void> => {
  for (const table of ['fleet_days', 'fleet_sketches'])
    await sql`delete from ${sql.table(table)}
      where app in (select slug from apps) and day < ${dayOf(before)}`.execute(db);
  await sql`delete from rollout_hours
    where release_id in (select release_id from rollouts) and hour < ${before}`.execute(db);
};
