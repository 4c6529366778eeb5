import type { Kysely } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Tables } from '../schema.ts';
import { rowsPerStatement, sumBy } from '../usage/claim-batch.ts';

/*
 * Limits how often a network counts for a rollout. The limit is applied in the transaction that adds the counts, so all
 * nodes and workers share it and it survives a restart.
 */

interface NetworkCount {
  releaseId: string;
  target: string;
  network: number;
  count: number;
}

type Column = 'deliveries' | 'check_ins';

/** A release measures the fleet size for 30 days, plus one for clock differences between nodes. */
const measuredMs = 31 * 24 * 3600 * 1000;

/** Releases whose networks matter: those rolling out, and those that measure fleet size. */
const listMeasured = async (
  db: Kysely<Tables>,
  ids: readonly string[],
  at: Instant,
): Promise<Set<string>> => {
  const since = new Date(Date.parse(at) - measuredMs).toISOString();
  const measured = new Set<string>();
  for (let i = 0; i < ids.length; i += rowsPerStatement) {
    const rows = await db
      .selectFrom('releases')
      .select('id')
      .where('id', 'in', ids.slice(i, i + rowsPerStatement))
      .where((is) => is.or([is('open_rollout', '=', 1), is('published_at', '>=', since)]))
      .execute();
    for (const { id } of rows) measured.add(id);
  }
  return measured;
};

const addCounts = async (
  db: Kysely<Tables>,
  column: Column,
  counts: readonly NetworkCount[],
): Promise<Map<string, number>> => {
  const totals = new Map<string, number>();
  for (let i = 0; i < counts.length; i += rowsPerStatement) {
    const rows = await db
      .insertInto('rollout_networks')
      .values(
        counts.slice(i, i + rowsPerStatement).map(({ releaseId, target, network, count }) => ({
          ...{ release_id: releaseId, target, network, deliveries: 0, check_ins: 0 },
          [column]: count,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['release_id', 'target', 'network']).doUpdateSet((row) => ({
          [column]: row(`rollout_networks.${column}`, '+', row.ref(`excluded.${column}`)),
        })),
      )
      .returning(['release_id', 'target', 'network', column])
      .execute();
    for (const row of rows) totals.set(keyOf({ ...row, releaseId: row.release_id }), Number(row[column]));
  }
  return totals;
};

const keyOf = ({ releaseId, target, network }: Omit<NetworkCount, 'count'>): string =>
  [releaseId, target, network].join('\n');

const limited = (count: number): number => Math.min(count, bounds.deliveriesOfNetwork);

/** Adds counts per network and returns them capped at the limit. Run it in a transaction. */
export const creditNetworks = async <T extends NetworkCount>(
  db: Kysely<Tables>,
  { column, at }: { column: Column; at: Instant },
  counts: readonly T[],
): Promise<T[]> => {
  if (counts.length === 0) return [];
  const measured = await listMeasured(db, [...new Set(counts.map(({ releaseId }) => releaseId))], at);
  // All nodes share this order, so concurrent writers do not deadlock.
  const sums = sumBy(
    counts.filter(({ releaseId }) => measured.has(releaseId)),
    keyOf,
    (sum, { count }) => ({ ...sum, count: sum.count + count }),
  );
  const totals = await addCounts(db, column, sums);
  return sums.map((sum) => {
    const total = totals.get(keyOf(sum)) ?? 0;
    return { ...sum, count: limited(total) - limited(total - sum.count) };
  });
};
