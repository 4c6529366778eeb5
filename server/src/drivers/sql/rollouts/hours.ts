import type { Kysely } from 'kysely';
import type { FleetBatch, RolloutHour } from '../../../domain/model/fleet.ts';
import { hourOf } from '../../../domain/model/instant.ts';
import { addFleetDays } from '../fleet/fleet.ts';
import { addSketches } from '../fleet/sketches.ts';
import type { Engine, Tables } from '../schema.ts';
import { type CountsTable, upsertCounts } from '../usage/add-counts.ts';
import { claimBatch, rowsPerStatement, sumBy } from '../usage/claim-batch.ts';
import { creditNetworks } from './networks.ts';

const listOpen = async (db: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> => {
  const open = new Set<string>();
  for (let i = 0; i < ids.length; i += rowsPerStatement) {
    const rows = await db
      .selectFrom('rollouts')
      .select('release_id')
      .where('release_id', 'in', ids.slice(i, i + rowsPerStatement))
      .where('state', '!=', 'done')
      .execute();
    for (const { release_id } of rows) open.add(release_id);
  }
  return open;
};

const keyOf = ({ releaseId, hour, target }: RolloutHour): string => [releaseId, hour, target].join('\n');

const add = (a: RolloutHour, b: RolloutHour): RolloutHour => ({
  ...a,
  offers: a.offers + b.offers,
  readers: (a.readers ?? 0) + (b.readers ?? 0),
  arrivals: a.arrivals + b.arrivals,
  downloads: a.downloads + b.downloads,
});

const rolloutHours: CountsTable = {
  table: 'rollout_hours',
  key: ['release_id', 'hour', 'target'],
  counts: { offers: '+', arrivals: '+', downloads: '+', readers: '+' },
};

/** Adds hourly counts of releases that are rolling out. Run it in a transaction. */
export const addRolloutHours = async (
  db: Kysely<Tables>,
  engine: Engine,
  hours: readonly RolloutHour[],
): Promise<void> => {
  if (hours.length === 0) return;
  const open = await listOpen(db, [...new Set(hours.map(({ releaseId }) => releaseId))]);
  const sums = sumBy(
    hours.filter(({ releaseId }) => open.has(releaseId)),
    keyOf,
    add,
  );
  const rows = sums.map((row) => [
    ...[row.releaseId, row.hour, row.target],
    ...[row.offers, row.arrivals, row.downloads, row.readers ?? 0],
  ]);
  await upsertCounts(db, engine, { into: rolloutHours, rows });
};

/** Adds a batch to days and hours; idempotent per node. Run it in a transaction. */
export const addFleetBatch = async (db: Kysely<Tables>, engine: Engine, batch: FleetBatch): Promise<void> => {
  if (!(await claimBatch(db, batch))) return;
  await addFleetDays(db, engine, batch.rows);
  const context = { column: 'check_ins', at: batch.at } as const;
  const checkIns = await creditNetworks(db, context, batch.checkIns ?? []);
  const arrivals = checkIns.map(({ releaseId, target, at, count }) => ({
    ...{ releaseId, hour: hourOf(at), target, offers: 0, arrivals: count, downloads: 0 },
  }));
  await addRolloutHours(db, engine, [...batch.hours, ...arrivals]);
  await addSketches(db, batch);
};
