import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Tables } from '../schema.ts';

const rowsPerStatement = 500;

/**
 * Records when rows were last used, in ID order so that concurrent nodes do not deadlock. `update` reads them as `used
 * (id, at)`.
 */
export const touchRows = async (
  db: Kysely<Tables>,
  lastUsed: Map<string, Instant>,
  update: RawBuilder<unknown>,
): Promise<void> => {
  const used = [...lastUsed].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let i = 0; i < used.length; i += rowsPerStatement) {
    const rows = used.slice(i, i + rowsPerStatement).map(([id, at]) => sql`(${id}, ${at})`);
    await sql`with used (id, at) as (values ${sql.join(rows)}) ${update}`.execute(db);
  }
};
