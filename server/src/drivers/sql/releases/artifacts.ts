import type { Kysely } from 'kysely';
import type { ArtifactChanges, Artifacts } from '../../../domain/ports/artifacts.ts';
import { prepareStatement } from '../prepare.ts';
import type { Row, Tables } from '../schema.ts';
import { artifactOf, artifactRow, verdictColumns } from './artifact-rows.ts';
import { refreshOffered } from './offered-releases.ts';

const idsPerStatement = 500;

export const artifactReads = (db: Kysely<Tables>): Pick<Artifacts, 'listStored' | 'findArtifactStates'> => ({
  listStored: async (after, limit) => {
    const rows = await db
      .selectFrom('artifacts')
      .selectAll()
      .where('id', '>', after)
      .where('state', '=', 'active')
      .where('kept_store', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(artifactOf);
  },

  findArtifactStates: async (ids) => {
    const states: Awaited<ReturnType<Artifacts['findArtifactStates']>> = new Map();
    for (let i = 0; i < ids.length; i += idsPerStatement) {
      const rows = await db
        .selectFrom('artifacts')
        .innerJoin('releases', 'releases.id', 'artifacts.release_id')
        .select([
          'artifacts.id',
          'artifacts.release_id as releaseId',
          'artifacts.state',
          'artifacts.sha256',
          'releases.app',
          'releases.state as releaseState',
          'touched_at as touchedAt',
        ])
        .where('artifacts.id', 'in', ids.slice(i, i + idsPerStatement))
        .execute();
      for (const state of rows) states.set(state.id, state);
    }
    return states;
  },
});

const put = prepareStatement((db, { id, ...rest }: Row<'artifacts'>) =>
  db
    .insertInto('artifacts')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest)),
);

export const artifactWrites = (db: Kysely<Tables>): ArtifactChanges => ({
  putArtifact: async (artifact) => {
    await put(db, artifactRow(artifact));
    if (artifact.state === 'active') await refreshOffered(db, artifact.releaseId);
  },

  replaceArtifactId: async (id, fresh) => {
    const renewed = { id: fresh, upload_id: null, uploaded_at: null };
    const query = db.updateTable('artifacts').set(renewed).where('id', '=', id);
    await query.where('state', '=', 'declared').execute();
  },

  saveSignatureVerdict: async (id, subject, verdict) => {
    const query = db
      .updateTable('artifacts')
      .set(verdictColumns(subject, verdict))
      .where('id', '=', id)
      .where('sha256', '=', subject.sha256)
      .where('signature', subject.signature === undefined ? 'is' : '=', subject.signature ?? null)
      .returning(['release_id', 'state']);
    const updated = await query.executeTakeFirst();
    if (updated?.state === 'active') await refreshOffered(db, updated.release_id);
    return updated !== undefined;
  },

  pruneArtifact: async (id) => {
    const pruned = await db
      .updateTable('artifacts')
      .set({ state: 'pruned' })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .returning('release_id')
      .executeTakeFirst();
    if (pruned !== undefined) await refreshOffered(db, pruned.release_id);
    return pruned !== undefined;
  },

  updateStoredObject: async (id, from, to) => {
    const query = db
      .updateTable('artifacts')
      .set({ kept_store: to.store, kept_seal: to.seal })
      .where('id', '=', id)
      .where('kept_store', '=', from.store)
      .where('kept_seal', '=', from.seal);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  },
});
