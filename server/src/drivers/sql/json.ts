import { type RawBuilder, sql } from 'kysely';
import type { Engine, Row, Tables } from './schema.ts';

/*
 * Related rows are selected as JSON inside their parent row: one statement is one snapshot, so a release and its
 * artifacts are always consistent.
 */

/** A table's row as one JSON object. Plain string concatenation is safe because all column names are ours. */
export const jsonRow = <T extends keyof Tables>(
  engine: Engine,
  table: T,
  columns: readonly (keyof Row<T> & string)[],
): RawBuilder<string> => {
  const members = columns.map((column) => `'${column}', ${table}.${column}`);
  return sql.raw(`${engine === 'postgres' ? 'json_build_object' : 'json_object'}(${members.join(', ')})`);
};

/** Aggregates JSON objects into an unordered JSON array; null or empty without rows. */
export const jsonArray = (engine: Engine, item: RawBuilder<string>): RawBuilder<string | null> =>
  sql<string | null>`${sql.raw(engine === 'postgres' ? 'json_agg' : 'json_group_array')}(${item})`;

/** SQLite returns text; PostgreSQL's client has parsed it already. */
export const readJson = <T>(value: unknown): T =>
  (typeof value === 'string' ? JSON.parse(value) : value) as T;
