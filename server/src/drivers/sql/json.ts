import { type RawBuilder, sql } from 'kysely';
import type { Engine, Row, Tables } from './schema.ts';

/*
 * Related rows come as JSON inside the row they belong to: one statement is one snapshot, so that nobody ever
 * sees a release of one moment with artifacts of another.
 */

/** A table's row as one JSON object. Its text is put together, not built: columns are many, and names of ours. */
export const jsonRow = <T extends keyof Tables>(
  engine: Engine,
  table: T,
  columns: readonly (keyof Row<T> & string)[],
): RawBuilder<string> => {
  const members = columns.map((column) => `'${column}', ${table}.${column}`);
  return sql.raw(`${engine === 'postgres' ? 'json_build_object' : 'json_object'}(${members.join(', ')})`);
};

/** An aggregate of JSON objects as one JSON array, in no order; null or empty when there are none. */
export const jsonArray = (engine: Engine, item: RawBuilder<string>): RawBuilder<string | null> =>
  sql<string | null>`${sql.raw(engine === 'postgres' ? 'json_agg' : 'json_group_array')}(${item})`;

/** What a JSON column holds: SQLite hands out text, PostgreSQL's client has parsed it. */
export const readJson = <T>(value: unknown): T =>
  (typeof value === 'string' ? JSON.parse(value) : value) as T;
