import { type Kysely, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import { isUnfinished } from '../../../domain/model/rollout.ts';
import type { ListedRollout, RolloutChanges, Rollouts } from '../../../domain/ports/rollouts.ts';
import { prepareStatement } from '../prepare.ts';
import { refreshOffered } from '../releases/offered-releases.ts';
import { policyOf } from '../releases/release-rows.ts';
import type { Engine, Row, Tables } from '../schema.ts';
import { rolloutColumns, rolloutOf, rolloutRow } from './rollout-rows.ts';

type ListedRow = Row<'rollouts'> &
  Pick<Row<'releases'>, 'version' | 'policy'> & { release_state: Row<'releases'>['state'] };

const listedOf = ({ version, policy, release_state, ...row }: ListedRow): ListedRollout => ({
  rollout: rolloutOf(row),
  app: row.app,
  channel: row.channel,
  version,
  releaseState: release_state,
  isMilestone: release_state === 'published' && policyOf(policy).milestone !== undefined,
});

const selectListed = (db: Kysely<Tables>) =>
  db
    .selectFrom('rollouts')
    .innerJoin('releases', 'releases.id', 'rollouts.release_id')
    .select(rolloutColumns.map((column) => `rollouts.${column}` as const))
    .select(['releases.version', 'releases.policy', 'releases.state as release_state']);

const ofApp = prepareStatement(
  (db, { app, channel, states }: { app: string } & Parameters<Rollouts['listRollouts']>[1]) => {
    let query = selectListed(db).where('rollouts.app', '=', app);
    if (channel !== undefined) query = query.where('rollouts.channel', '=', channel);
    if (states !== undefined) query = query.where('rollouts.state', 'in', states);
    const place = sql`coalesce(releases.sequence, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
    return query.orderBy(place, 'desc').limit(bounds.listedRollouts);
  },
);

export const rolloutReads = (db: Kysely<Tables>, engine: Engine): Rollouts => ({
  // SQLite uses the clock of this machine.
  readDatabaseTime: async () => {
    if (engine !== 'postgres') return undefined;
    const { rows } = await sql<{ now: string }>`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`.execute(
      db,
    );
    return rows[0]?.now;
  },

  listRollouts: async (app, { channel, states }) =>
    (await ofApp(db, { app, channel, states })).rows.map(listedOf),

  // A literal, so that the planner uses the partial index.
  listRolling: async () => {
    const query = selectListed(db).where('rollouts.state', '=', sql.lit('rolling' as const));
    return (await query.execute()).map(listedOf);
  },

  countRollouts: async () => {
    const count = sql<number | string>`count(*)`.as('count');
    const rows = await db
      .selectFrom('rollouts')
      .select(['state', count])
      .where('state', 'in', [sql.lit('rolling' as const), sql.lit('paused' as const)])
      .groupBy('state')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  },
});

export const rolloutWrites = (db: Kysely<Tables>): RolloutChanges => ({
  putRollout: async (rollout) => {
    const row = rolloutRow(rollout);
    const { app, channel } = await db
      .updateTable('releases')
      .set({ open_rollout: Number(isUnfinished(rollout)) })
      .where('id', '=', rollout.releaseId)
      .returning(['app', 'channel'])
      .executeTakeFirstOrThrow();
    await db
      .insertInto('rollouts')
      .values({ ...row, app, channel })
      .onConflict((conflict) => conflict.column('release_id').doUpdateSet(row))
      .execute();
    await refreshOffered(db, rollout.releaseId);
  },
});
