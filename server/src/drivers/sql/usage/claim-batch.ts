import type { Kysely } from 'kysely';
import type { UsageBatch } from '../../../domain/model/usage.ts';
import type { Tables } from '../schema.ts';

export const rowsPerStatement = 500;

/** False when the node already wrote this batch or a later one. */
export const claimBatch = async (
  db: Kysely<Tables>,
  { node, sequence, at }: Pick<UsageBatch, 'node' | 'sequence' | 'at'>,
): Promise<boolean> => {
  const query = db
    .insertInto('usage_nodes')
    .values({ node, sequence, written_at: at })
    .onConflict((conflict) =>
      conflict
        .column('node')
        .doUpdateSet({ sequence, written_at: at })
        .where('usage_nodes.sequence', '<', sequence),
    );
  return ((await query.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Sums rows by key, in key order so that concurrent nodes do not deadlock. */
export const sumBy = <T>(rows: readonly T[], keyOf: (row: T) => string, add: (sum: T, row: T) => T): T[] => {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : add(sum, row));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};
