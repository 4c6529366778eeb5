import type { Kysely } from 'kysely';
import type { FleetBatch, RolloutHour } from '../../domain/nouns/fleet.ts';
import { addRows, type CountsTable } from './adding.ts';
import { markBatch, rowsPerStatement, sumBy } from './batches.ts';
import { addFleetDays } from './fleet.ts';
import type { Engine, Tables } from './schema.ts';
import { addSketches } from './sketches.ts';

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
  arrivals: a.arrivals + b.arrivals,
  downloads: a.downloads + b.downloads,
});

const rolloutHours: CountsTable = {
  table: 'rollout_hours',
  key: ['release_id', 'hour', 'target'],
  counts: { offers: '+', arrivals: '+', downloads: '+' },
};

const addHours = async (db: Kysely<Tables>, engine: Engine, hours: readonly RolloutHour[]): Promise<void> => {
  const open = await listOpen(db, [...new Set(hours.map(({ releaseId }) => releaseId))]);
  const sums = sumBy(
    hours.filter(({ releaseId }) => open.has(releaseId)),
    keyOf,
    add,
  );
  const rows = sums.map((row) => [
    ...[row.releaseId, row.hour, row.target],
    ...[row.offers, row.arrivals, row.downloads],
  ]);
  await addRows(db, engine, { into: rolloutHours, rows });
};

/** Adds a batch to days and hours, unless its node wrote it before; to be run in a transaction. */
export const addFleet = async (db: Kysely<Tables>, engine: Engine, batch: FleetBatch): Promise<void> => {
  if (!(await markBatch(db, batch))) return;
  await addFleetDays(db, engine, batch.rows);
  await addHours(db, engine, batch.hours);
  await addSketches(db, batch);
};
