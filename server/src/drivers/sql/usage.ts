import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bounds } from '../../domain/nouns/bounds.ts';
import { type Day, monthOf } from '../../domain/nouns/instant.ts';
import type { UsageBatch, UsageBy, UsageRow } from '../../domain/nouns/usage.ts';
import type { Usage } from '../../domain/ports/usage.ts';
import { addRows, type CountsTable } from './adding.ts';
import { markBatch, sumBy } from './batches.ts';
import type { Engine, Tables } from './schema.ts';

interface SumRow {
  name: string;
  version: string | null;
  bytes: number | string;
  downloads: number | string;
}

type SumColumns = [members: (row: SumRow) => object, column: string, version: RawBuilder<unknown>];

/** What each sum goes by, and the members that it shows. */
const sumColumns: Record<UsageBy, SumColumns> = {
  day: [({ name }) => ({ day: name }), 'day', sql`null`],
  release: [
    ({ name, version }) => ({ releaseId: name, version: version ?? name }),
    'release_id',
    sql`(select version from releases where releases.id = usage.release_id)`,
  ],
  target: [({ name }) => ({ target: name }), 'target', sql`null`],
};

interface Days {
  from: Day;
  to: Day;
}

type ListedRow = UsageRow & { version: string };

/** A whole season of a large app in one answer would keep the main thread: it comes a few thousand rows at a time. */
const rowsAtATime = 2000;

const listAfter = async (
  db: Kysely<Tables>,
  app: string,
  { from, to, last, limit }: Days & { last: ListedRow | undefined; limit: number },
): Promise<ListedRow[]> => {
  const after =
    last && sql<boolean>`(day, release_id, target) > (${last.day}, ${last.releaseId}, ${last.target})`;
  const rows = await db
    .selectFrom('usage')
    .leftJoin('releases', 'releases.id', 'usage.release_id')
    .selectAll('usage')
    .select('releases.version')
    .where('usage.app', '=', app)
    .where('day', '>=', last?.day ?? from)
    .where('day', '<=', to)
    .$if(after !== undefined, (query) => query.where(after ?? sql<boolean>`true`))
    .orderBy('day')
    .orderBy('release_id')
    .orderBy('target')
    .limit(limit)
    .execute();
  return rows.map(({ release_id, version, ...row }) => ({
    ...row,
    releaseId: release_id,
    version: version ?? release_id,
  }));
};

/** The reads of usage. */
export const usageReads = (db: Kysely<Tables>): Omit<Usage, 'listPartialDays'> => ({
  listUsage: async (app, from, to) => {
    const listed: ListedRow[] = [];
    for (let isMore = true; isMore; ) {
      const limit = Math.min(rowsAtATime, bounds.usageRows + 1 - listed.length);
      const rows = await listAfter(db, app, { from, to, last: listed.at(-1), limit });
      listed.push(...rows);
      isMore = rows.length === rowsAtATime && listed.length <= bounds.usageRows;
    }
    return listed;
  },

  sumUsage: async (app, { from, to }, by) => {
    const [columns, name, version] = sumColumns[by];
    const query = sql<SumRow>`
      select ${sql.ref(name)} as name, ${version} as version,
        cast(sum(bytes) as bigint) as bytes, cast(sum(downloads) as bigint) as downloads
      from usage where app = ${app} and day >= ${from} and day <= ${to}
      group by ${sql.ref(name)} order by ${sql.ref(name)} limit ${bounds.usageSums + 1}`;
    const { rows } = await query.execute(db);
    return rows.map((row) => ({
      ...columns(row),
      bytes: Number(row.bytes),
      downloads: Number(row.downloads),
    }));
  },

  sumDownloads: async (app, releaseIds, { from, to }) => {
    if (releaseIds.length === 0) return [];
    const rows = await db
      .selectFrom('usage')
      .select(['release_id', 'target', sql<number | string>`cast(sum(downloads) as bigint)`.as('downloads')])
      .where('app', '=', app)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('release_id', 'in', releaseIds)
      .groupBy(['release_id', 'target'])
      .orderBy('release_id')
      .orderBy('target')
      .execute();
    return rows.map((row) => ({
      releaseId: row.release_id,
      target: row.target,
      downloads: Number(row.downloads),
    }));
  },

  monthBytes: async (app, month) => {
    const query = db.selectFrom('usage_months').select('bytes');
    return (await query.where('app', '=', app).where('month', '=', month).executeTakeFirst())?.bytes ?? 0;
  },
});

const usageDays: CountsTable = {
  table: 'usage',
  key: ['app', 'day', 'release_id', 'target'],
  counts: { bytes: '+', downloads: '+' },
};

const addDays = async (db: Kysely<Tables>, engine: Engine, rows: readonly UsageRow[]): Promise<void> => {
  const keyOf = (row: UsageRow) => [row.app, row.day, row.releaseId, row.target].join('\n');
  const sums = sumBy(rows, keyOf, (sum, row) => ({
    ...sum,
    bytes: sum.bytes + row.bytes,
    downloads: sum.downloads + row.downloads,
  }));
  const columns = sums.map((row) => [
    ...[row.app, row.day, row.releaseId, row.target],
    ...[row.bytes, row.downloads],
  ]);
  await addRows(db, engine, { into: usageDays, rows: columns });
};

const usageMonths: CountsTable = { table: 'usage_months', key: ['app', 'month'], counts: { bytes: '+' } };

const addMonths = async (db: Kysely<Tables>, engine: Engine, rows: readonly UsageRow[]): Promise<void> => {
  const months = rows.map(({ app, day, bytes }) => ({ app, month: monthOf(day), bytes }));
  const sums = sumBy(
    months,
    ({ app, month }) => `${app}\n${month}`,
    (sum, { bytes }) => ({ ...sum, bytes: sum.bytes + bytes }),
  );
  const columns = sums.map(({ app, month, bytes }) => [app, month, bytes]);
  await addRows(db, engine, { into: usageMonths, rows: columns });
};

/** Adds a batch to days and months, unless its node wrote it before; to be run in a transaction. */
export const addUsage = async (db: Kysely<Tables>, engine: Engine, batch: UsageBatch): Promise<void> => {
  if (!(await markBatch(db, batch))) return;
  await addDays(db, engine, batch.rows);
  await addMonths(db, engine, batch.rows);
};

/** Forgets nodes that have not written since. */
export const forgetNodes = async (db: Kysely<Tables>, before: string): Promise<void> => {
  await db.deleteFrom('usage_nodes').where('written_at', '<', before).execute();
};
