import { CompiledQuery, type Kysely } from 'kysely';
import type { Engine, Tables } from '../schema.ts';
import { rowsPerStatement } from './batches.ts';

/*
 * How counts are added to their rows, thousands at a time. The text of a statement is put together here, and is the same
 * for each full one: a query builder takes longer over the values of a row than SQLite over the row. Measured, SQLite is
 * quickest with values that are bound one by one, PostgreSQL with all of them in one JSON text.
 */

/** A table that counts are added to. */
export interface CountsTable {
  table: keyof Tables;
  /** The texts that name a row. */
  key: readonly string[];
  /** The numbers of a row, and how what is there becomes one with what comes. */
  counts: Readonly<Record<string, '+' | '*'>>;
}

/** The columns of a row: its key, then its counts. */
export type CountsRow = readonly (string | number)[];

const valuesOf = (columns: number, rows: number): string => {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return `values ${Array(rows).fill(row).join(', ')}`;
};

const selectOf = ({ key, counts }: CountsTable): string => {
  const texts = key.map((_, at) => `r ->> ${at}`);
  const numbers = Object.keys(counts).map((_, at) => `(r ->> ${key.length + at})::bigint`);
  return `select ${[...texts, ...numbers].join(', ')} from jsonb_array_elements($1) as r`;
};

const statementOf = (engine: Engine, into: CountsTable, rows: number): string => {
  const { table, key, counts } = into;
  const columns = [...key, ...Object.keys(counts)];
  const sums = Object.entries(counts).map(
    ([name, by]) => `${name} = ${table}.${name} ${by} excluded.${name}`,
  );
  return `insert into ${table} (${columns.join(', ')})
    ${engine === 'postgres' ? selectOf(into) : valuesOf(columns.length, rows)}
    on conflict (${key.join(', ')}) do update set ${sums.join(', ')}`;
};

/** Adds rows to a table in the order given, no two of them with the same key; to be run in a transaction. */
export const upsertCounts = async (
  db: Kysely<Tables>,
  engine: Engine,
  { into, rows }: { into: CountsTable; rows: readonly CountsRow[] },
): Promise<void> => {
  for (let i = 0; i < rows.length; i += rowsPerStatement) {
    const some = rows.slice(i, i + rowsPerStatement);
    const values = engine === 'postgres' ? [JSON.stringify(some)] : some.flat();
    await db.executeQuery(CompiledQuery.raw(statementOf(engine, into, some.length), values));
  }
};
