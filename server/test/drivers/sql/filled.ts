import assert from 'node:assert/strict';
import { type Kysely, sql } from 'kysely';
import { copyTables, haveSameRows, type OpenTables } from '../../../src/drivers/sql/copy-tables.ts';
import type { Engine, Tables } from '../../../src/drivers/sql/schema.ts';
import { everyRow } from './every-row.ts';

/* Databases with rows in every table. */

type AnyRow = Record<string, unknown>;

const names: Record<Engine, string> = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  postgres: `select table_name as name from information_schema.tables where table_schema = 'public'`,
};

/** The tables of a database, without the migrator's own. */
export const tablesOf = async ({ db, engine }: OpenTables): Promise<string[]> => {
  const { rows } = await sql.raw<{ name: string }>(names[engine]).execute(db);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('migrations'));
};

const insert = async (db: Kysely<Tables>, name: string, rows: readonly AnyRow[]): Promise<void> => {
  for (const row of rows) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(name)} (${columns}) values (${values})`.execute(db);
  }
};

/** Inserts every row into a new database. */
export const fill = async ({ db }: OpenTables): Promise<void> => {
  await sql`delete from generation`.execute(db);
  for (const [name, rows] of Object.entries(everyRow)) await insert(db, name, rows);
};

/** A row independent of its column order. */
const plain = (row: AnyRow): string =>
  JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

const contentsOf = async (opened: OpenTables): Promise<Record<string, string[]>> => {
  const contents: Record<string, string[]> = {};
  for (const name of (await tablesOf(opened)).sort()) {
    const { rows } = await sql<AnyRow>`select * from ${sql.table(name)}`.execute(opened.db);
    contents[name] = rows.map(plain).sort();
  }
  return contents;
};

const written = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(everyRow)
      .map(([name, rows]) => [name, rows.map((row) => plain({ ...row })).sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Copies one database into the other and compares every table. */
export const assertCopied = async (from: OpenTables, to: OpenTables): Promise<void> => {
  const counts = await copyTables(from, to);
  assert.deepEqual(await contentsOf(to), written());
  assert.deepEqual(await contentsOf(from), written(), 'what was there stays');
  assert.deepEqual(Object.keys(counts).sort(), (await tablesOf(to)).sort());
  assert.ok(await haveSameRows(from, to));
};
