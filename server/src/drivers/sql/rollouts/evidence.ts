import { type Kysely, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Evidence, EvidenceChanges } from '../../../domain/ports/evidence.ts';
import type { Tables } from '../schema.ts';

export const evidenceReads = (db: Kysely<Tables>): Evidence => ({
  listEvidence: async (releaseId, round) => {
    const rows = await db
      .selectFrom('rollout_evidence')
      .select(['step', 'lap', 'source', 'target', 'bad', 'good'])
      .where('release_id', '=', releaseId)
      .where('round', '=', round)
      .orderBy('lap')
      .orderBy('source')
      .orderBy('target')
      .execute();
    return rows.map(({ target, bad, good, ...row }) => ({
      ...row,
      target: target === '' ? undefined : target,
      bad: Number(bad),
      good: Number(good),
    }));
  },

  sumEvidence: async (releaseId, source) => {
    const { rows } = await sql<{ bad: number | string; good: number | string }>`
      select cast(coalesce(sum(bad), 0) as bigint) as bad, cast(coalesce(sum(good), 0) as bigint) as good
      from rollout_evidence where release_id = ${releaseId} and source = ${source}`.execute(db);
    return { bad: Number(rows[0]?.bad ?? 0), good: Number(rows[0]?.good ?? 0) };
  },

  sumEvidenceByTarget: async (releaseId, source) => {
    const { rows } = await sql<{ target: string; bad: number | string; good: number | string }>`
      select target, cast(sum(bad) as bigint) as bad, cast(sum(good) as bigint) as good
      from rollout_evidence where release_id = ${releaseId} and source = ${source}
      group by target order by target`.execute(db);
    return rows.map(({ target, bad, good }) => ({
      target: target === '' ? undefined : target,
      bad: Number(bad),
      good: Number(good),
    }));
  },
});

/** Old batches are cleaned up on a random sample of writes, since each cleanup scans all batches of a release. */
const cleaning = 1 / 64;

/** Removes expired batches and, oldest first, those over the limit. */
const deleteOldBatches = async (db: Kysely<Tables>, releaseId: string, forget: string): Promise<void> => {
  const first = await db
    .selectFrom('rollout_batches')
    .select('counted_at')
    .where('release_id', '=', releaseId)
    .orderBy('counted_at', 'desc')
    .offset(bounds.batchesOfRelease)
    .limit(1)
    .executeTakeFirst();
  const before = first === undefined || first.counted_at < forget ? forget : first.counted_at;
  await db
    .deleteFrom('rollout_batches')
    .where('release_id', '=', releaseId)
    .where('counted_at', '<', before)
    .execute();
};

export const evidenceWrites = (db: Kysely<Tables>): EvidenceChanges => ({
  addEvidence: async (releaseId, round, { target = '', ...counted }) => {
    await db
      .insertInto('rollout_evidence')
      .values({ ...counted, target, release_id: releaseId, round })
      .onConflict((conflict) =>
        conflict.columns(['release_id', 'round', 'lap', 'source', 'target']).doUpdateSet((row) => ({
          bad: row('rollout_evidence.bad', '+', row.ref('excluded.bad')),
          good: row('rollout_evidence.good', '+', row.ref('excluded.good')),
        })),
      )
      .execute();
  },

  claimBatch: async (releaseId, batch, { at, expireBefore }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('rollout_batches')
      .values({ release_id: releaseId, batch, counted_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(['release_id', 'batch'])
          .doUpdateSet({ counted_at: at })
          .where('rollout_batches.counted_at', '<', expireBefore),
      )
      .executeTakeFirst();
    if (Math.random() < cleaning) await deleteOldBatches(db, releaseId, expireBefore);
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
});
