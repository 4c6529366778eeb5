import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Day } from '../../../domain/model/instant.ts';
import type { UsageBy, UsageRow } from '../../../domain/model/usage.ts';
import type { Usage } from '../../../domain/ports/usage.ts';
import type { Tables } from '../schema.ts';

interface SumRow {
  name: string;
  version: string | null;
  bytes: number | string;
  downloads: number | string;
}

type SumColumns = [members: (row: SumRow) => object, column: string, version: RawBuilder<unknown>];

/** The grouping columns of each sum and the fields it returns. */
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

/** A large app has too many rows for one query: it would block the main thread. */
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
  return rows.map(({ release_id, version, deliveries: _, ...row }) => ({
    ...row,
    releaseId: release_id,
    version: version ?? release_id,
  }));
};

const sumDays = async (
  db: Kysely<Tables>,
  count: RawBuilder<unknown>,
  { app, releaseIds, days: { from, to } }: { app: string; releaseIds: readonly string[]; days: Days },
) => {
  if (releaseIds.length === 0) return [];
  const rows = await db
    .selectFrom('usage')
    .select(['release_id', 'target', sql<number | string>`cast(sum(${count}) as bigint)`.as('downloads')])
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
};

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

  sumDownloads: (app, releaseIds, days) => sumDays(db, sql`downloads`, { app, releaseIds, days }),

  sumDeliveries: (app, releaseIds, days) =>
    sumDays(db, sql`coalesce(deliveries, downloads)`, { app, releaseIds, days }),

  monthBytes: async (app, month) => {
    const query = db.selectFrom('usage_months').select('bytes');
    return (await query.where('app', '=', app).where('month', '=', month).executeTakeFirst())?.bytes ?? 0;
  },
});
