import { type Kysely, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import { type FleetRow, foldUnpublishedVersions } from '../../../domain/model/fleet.ts';
import { jsonArray, readJson } from '../json.ts';
import type { Engine, Tables } from '../schema.ts';
import { rowsPerStatement } from '../usage/claim-batch.ts';

/*
 * Limits how many unpublished versions get rows of their own per app and day. The decision runs under a lock so that no
 * other node adds rows meanwhile. One query covers hundreds of apps and returns only those near the limit.
 */

/** The unpublished versions of an app on a day. */
interface UnpublishedVersions {
  app: string;
  day: string;
  rows: FleetRow[];
}

export const compareDays = (a: Pick<FleetRow, 'app' | 'day'>, b: Pick<FleetRow, 'app' | 'day'>): number =>
  a.app === b.app ? Number(a.day > b.day) - Number(a.day < b.day) : a.app < b.app ? -1 : 1;

/** Unpublished versions by app and day, sorted; within a day in order of arrival. */
const groupByDay = (rows: readonly FleetRow[]): UnpublishedVersions[] => {
  const days: UnpublishedVersions[] = [];
  for (const row of rows.toSorted(compareDays)) {
    const last = days.at(-1);
    if (last !== undefined && compareDays(last, row) === 0) last.rows.push(row);
    else days.push({ app: row.app, day: row.day, rows: [row] });
  }
  return days;
};

/** Locks in slug order to avoid deadlocks; later reads see what other nodes wrote. */
const lockApps = async (db: Kysely<Tables>, days: string): Promise<void> => {
  await sql`with locked as (
      select slug from apps where slug in (select r ->> 0 from jsonb_array_elements(${days}) as r)
      order by slug for no key update)
    select count(*) from locked`.execute(db);
};

/** The versions that already have rows, on days that may exceed the limit. */
const listFullDays = async (
  db: Kysely<Tables>,
  engine: Engine,
  days: string,
): Promise<Map<string, string[]>> => {
  const requestedDays =
    engine === 'postgres'
      ? sql`select r ->> 0 as app, r ->> 1 as day, (r ->> 2)::integer as more from jsonb_array_elements(${days}) as r`
      : sql`select value ->> 0 as app, value ->> 1 as day, value ->> 2 as more from json_each(${days})`;
  const own = sql`from fleet_days where fleet_days.app = asked.app and fleet_days.day = asked.day and stranger = 1`;
  const { rows } = await sql<{ app: string; day: string; versions: unknown }>`
    select app, day, (select ${jsonArray(engine, sql`distinct version`)} ${own}) as versions
    from (${requestedDays}) as asked
    where more + (select count(distinct version) ${own}) > ${bounds.unpublishedVersionsOfDay}`.execute(db);
  return new Map(
    rows.map(({ app, day, versions }) => [`${app}\n${day}`, readJson<string[] | null>(versions) ?? []]),
  );
};

/** Replaces unpublished versions over the limit by `other`. Run it in the transaction that adds the rows. */
export const foldUnpublishedVersionRows = async (
  db: Kysely<Tables>,
  engine: Engine,
  rows: readonly FleetRow[],
): Promise<FleetRow[]> => {
  const folded = rows.filter(({ isUnpublished }) => !isUnpublished);
  const days = groupByDay(rows.filter(({ isUnpublished }) => isUnpublished));
  for (let i = 0; i < days.length; i += rowsPerStatement) {
    const some = days.slice(i, i + rowsPerStatement);
    const requestedDays = JSON.stringify(some.map(({ app, day, rows: own }) => [app, day, own.length]));
    // SQLite has a single writer, which is this transaction.
    if (engine === 'postgres') await lockApps(db, requestedDays);
    const taken = await listFullDays(db, engine, requestedDays);
    for (const { app, day, rows: own } of some) {
      const full = taken.size === 0 ? undefined : taken.get(`${app}\n${day}`);
      for (const row of full === undefined ? own : foldUnpublishedVersions(own, full)) folded.push(row);
    }
  }
  return folded;
};
