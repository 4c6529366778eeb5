import { CompiledQuery, type Kysely } from 'kysely';
import type { Engine, Tables } from '../schema.ts';
import { rowsPerStatement } from './claim-batch.ts';

/*
 * Upserts counts, thousands of rows at a time. The SQL is concatenated here and identical for every full statement,
 * since the query builder takes longer per row than SQLite. In measurements, SQLite is fastest with individually bound
 * values, PostgreSQL with one JSON parameter.
 */

export interface CountsTable {
  table: keyof Tables;
  /** The key columns. */
  key: readonly string[];
  /** The count columns, and how a new value merges with the stored one. */
  counts: Readonly<Record<string, '+' | '*'>>;
}

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

/** Upserts rows in the given order; keys must be unique. Run it in a transaction. */
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
