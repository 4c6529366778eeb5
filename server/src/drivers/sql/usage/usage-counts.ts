import type { Kysely } from 'kysely';
import { dayOf, hourOf, monthOf } from '../../../domain/model/instant.ts';
import type { DeliveryCount, UsageBatch, UsageRow } from '../../../domain/model/usage.ts';
import { addRolloutHours } from '../rollouts/hours.ts';
import { creditNetworks } from '../rollouts/networks.ts';
import type { Engine, Tables } from '../schema.ts';
import { type CountsTable, upsertCounts } from './add-counts.ts';
import { claimBatch, sumBy } from './claim-batch.ts';

const usageDays: CountsTable = {
  table: 'usage',
  key: ['app', 'day', 'release_id', 'target'],
  counts: { bytes: '+', downloads: '+', deliveries: '+' },
};

type DayRow = UsageRow & { deliveries: number };

const rowsOf = ({ rows }: UsageBatch, credited: readonly DeliveryCount[]): DayRow[] => [
  ...rows.map((row) => ({ ...row, deliveries: 0 })),
  ...credited.map(({ app, releaseId, target, at, count }) => ({
    ...{ app, day: dayOf(at), releaseId, target, bytes: 0, downloads: 0, deliveries: count },
  })),
];

const addDays = async (db: Kysely<Tables>, engine: Engine, rows: readonly DayRow[]): Promise<void> => {
  const keyOf = (row: UsageRow) => [row.app, row.day, row.releaseId, row.target].join('\n');
  const sums = sumBy(rows, keyOf, (sum, row) => ({
    ...sum,
    bytes: sum.bytes + row.bytes,
    downloads: sum.downloads + row.downloads,
    deliveries: sum.deliveries + row.deliveries,
  }));
  const columns = sums.map((row) => [
    ...[row.app, row.day, row.releaseId, row.target],
    ...[row.bytes, row.downloads, row.deliveries],
  ]);
  await upsertCounts(db, engine, { into: usageDays, rows: columns });
};

const usageMonths: CountsTable = { table: 'usage_months', key: ['app', 'month'], counts: { bytes: '+' } };

const addMonths = async (db: Kysely<Tables>, engine: Engine, rows: readonly UsageRow[]): Promise<void> => {
  const months = rows.map(({ app, day, bytes }) => ({ app, month: monthOf(day), bytes }));
  const sums = sumBy(
    months,
    ({ app, month }) => `${app}\n${month}`,
    (sum, { bytes }) => ({ ...sum, bytes: sum.bytes + bytes }),
  );
  const columns = sums.map(({ app, month, bytes }) => [app, month, bytes]);
  await upsertCounts(db, engine, { into: usageMonths, rows: columns });
};

/** Adds a batch to days and months; idempotent per node. Run it in a transaction. */
export const addUsageBatch = async (db: Kysely<Tables>, engine: Engine, batch: UsageBatch): Promise<void> => {
  if (!(await claimBatch(db, batch))) return;
  const context = { column: 'deliveries', at: batch.at } as const;
  const credited = await creditNetworks(db, context, batch.deliveries ?? []);
  await addDays(db, engine, rowsOf(batch, credited));
  await addMonths(db, engine, batch.rows);
  const hours = credited.map(({ releaseId, target, at, count }) => ({
    ...{ releaseId, hour: hourOf(at), target, offers: 0, readers: 0, arrivals: 0, downloads: count },
  }));
  await addRolloutHours(db, engine, hours);
};

/** Deletes nodes that have not written since a date. */
export const deleteIdleNodes = async (db: Kysely<Tables>, before: string): Promise<void> => {
  await db.deleteFrom('usage_nodes').where('written_at', '<', before).execute();
};
