import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Engine, Tables } from './schema.ts';

/*
 * Copies a whole database into another, in either direction between SQLite and PostgreSQL. Both sides are read again
 * and compared row by row before the copy counts as done.
 */

export interface OpenTables {
  db: Kysely<Tables>;
  engine: Engine;
  close(): Promise<void>;
}

/** Tables in foreign-key order, each with the columns that order its rows. */
const tables: readonly (readonly [name: keyof Tables, key: readonly string[]])[] = [
  ['apps', ['slug']],
  ['domains', ['domain']],
  ['channels', ['app', 'name']],
  ['keys', ['position']],
  ['trusted_publishers', ['id']],
  ['used_tokens', ['issuer', 'token_id']],
  ['signing_keys', ['id']],
  ['sessions', ['id_hash']],
  ['releases', ['position']],
  ['artifacts', ['id']],
  ['offered', ['app', 'channel', 'target', 'sequence', 'release_id']],
  ['rollouts', ['release_id']],
  ['rollout_evidence', ['release_id', 'round', 'lap', 'source', 'target']],
  ['rollout_batches', ['release_id', 'batch']],
  ['rollout_reports', ['release_id', 'reporter']],
  ['rollout_hours', ['release_id', 'hour', 'target']],
  ['rollout_networks', ['release_id', 'target', 'network']],
  ['fleet_days', ['app', 'day', 'channel', 'target', 'version']],
  ['fleet_sketches', ['app', 'day', 'channel', 'version', 'node']],
  ['usage', ['app', 'day', 'release_id', 'target']],
  ['usage_months', ['app', 'month']],
  ['usage_partial', ['app', 'from_day']],
  ['usage_nodes', ['node']],
  ['audit', ['id']],
  ['settings', ['name']],
  ['changes', ['app']],
  ['generation', ['id']],
];

const numbered = ['keys', 'releases', 'audit'] as const;
const rowsAtATime = 500;

type AnyRow = Record<string, unknown>;

const readRows = async function* (
  db: Kysely<Tables>,
  name: string,
  key: readonly string[],
): AsyncGenerator<AnyRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let after: AnyRow | undefined;
  for (;;) {
    const from = after;
    const where =
      from === undefined ? sql`` : sql`where (${columns}) > (${sql.join(key.map((column) => from[column]))})`;
    const page = sql<AnyRow>`select * from ${sql.table(name)} ${where} order by ${columns} limit ${sql.lit(rowsAtATime)}`;
    const { rows } = await page.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtATime) return;
    after = rows.at(-1);
  }
};

const insertRows = async (db: Kysely<Tables>, name: string, rows: AnyRow[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db);
};

/** Sequences continue after the highest copied number. */
const continueNumbers = async (db: Kysely<Tables>): Promise<void> => {
  for (const name of numbered) {
    const column = name === 'audit' ? 'id' : 'position';
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}),
      greatest(1, (select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(name)})))`.execute(db);
  }
};

/** The row count and one hash over all rows, without the excluded columns. */
const fingerprint = async (
  db: Kysely<Tables>,
  [name, key]: (typeof tables)[number],
  without: readonly string[],
) => {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of readRows(db, name, key)) {
    rows += page.length;
    for (const row of page) {
      const fields = Object.entries(row).filter(([column]) => !without.includes(column));
      hash.update(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))));
    }
  }
  return { rows, hash: hash.digest('hex') };
};

/** Ignores where artifact bytes are stored: they are moved later. */
export const haveSameRows = async (from: OpenTables, to: OpenTables): Promise<boolean> => {
  const changing: Partial<Record<string, string[]>> = {
    artifacts: ['kept_store', 'kept_seal'],
    changes: ['generation'],
    generation: ['value'],
  };
  for (const table of tables) {
    const without = changing[table[0]] ?? [];
    const [a, b] = [await fingerprint(from.db, table, without), await fingerprint(to.db, table, without)];
    if (a.hash !== b.hash) return false;
  }
  return true;
};

export const isEmptyDatabase = async ({ db }: OpenTables): Promise<boolean> =>
  (await db.selectFrom('apps').select('slug').limit(1).executeTakeFirst()) === undefined;

/** Copies every row in one transaction; returns the row count per table. */
export const copyTables = async (from: OpenTables, to: OpenTables): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  await to.db.transaction().execute(async (db) => {
    for (const [name] of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
    for (const [name, key] of tables) {
      counts[name] = 0;
      for await (const rows of readRows(from.db, name, key)) {
        await insertRows(db, name, rows);
        counts[name] += rows.length;
      }
    }
    if (to.engine === 'postgres') await continueNumbers(db);
  });
  // The planner has no statistics for bulk-inserted rows.
  await sql`analyze`.execute(to.db);
  return counts;
};
