import type { Kysely } from 'kysely';
import type { ReleaseChanges } from '../../domain/ports/releases.ts';
import { refreshOffered } from './offered.ts';
import { policyText, releaseRow, viaText } from './release-rows.ts';
import type { Tables } from './schema.ts';

type Publication = Parameters<ReleaseChanges['publishDraft']>[1];

const activate = async (db: Kysely<Tables>, releaseId: string, kept: Publication['kept']): Promise<void> => {
  for (const [id, { store, seal, uploadedAt }] of kept) {
    await db
      .updateTable('artifacts')
      .set({
        state: 'active',
        uploaded_at: uploadedAt,
        upload_id: null,
        kept_store: store,
        kept_seal: seal,
      })
      .where('id', '=', id)
      .where('release_id', '=', releaseId)
      .execute();
  }
  const rest = db.selectFrom('artifacts').select('id').where('release_id', '=', releaseId);
  const forgotten = await rest.where('state', '=', 'declared').limit(1).executeTakeFirst();
  if (forgotten) throw new Error(`artifact ${forgotten.id} would be published without its bytes`);
};

/** The changes of releases: each moves on only from the state it expects, so that races have one winner. */
export const releaseWrites = (db: Kysely<Tables>): ReleaseChanges => ({
  insertRelease: async (release) => {
    await db.insertInto('releases').values(releaseRow(release)).execute();
  },

  updateNotes: async (id, notes) => {
    await db.updateTable('releases').set({ notes }).where('id', '=', id).execute();
  },

  setPolicy: async (id, policy) => {
    await db
      .updateTable('releases')
      .set({ policy: policyText(policy) })
      .where('id', '=', id)
      .execute();
    await refreshOffered(db, id);
  },

  touchDraft: async (id, at) => {
    const query = db
      .updateTable('releases')
      .set((row) => ({ touched_at: at, revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'draft');
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  },

  publishDraft: async (id, { revision, at, sequence, kept, via, by }) => {
    const query = db
      .updateTable('releases')
      .set({
        ...{ state: 'published', published_at: at, sequence, published_via: viaText(via) },
        published_by: by ?? null,
      })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .where('revision', '=', revision);
    if ((await query.executeTakeFirst()).numUpdatedRows === 0n) return false;
    await activate(db, id, kept);
    await refreshOffered(db, id);
    return true;
  },

  setWithdrawn: async (id, withdrawal) => {
    const query = db
      .updateTable('releases')
      .set({
        state: withdrawal ? 'withdrawn' : 'published',
        withdrawn_at: withdrawal?.at ?? null,
        withdraw_reason: withdrawal?.reason ?? null,
        withdrawn_by: withdrawal?.by ?? null,
      })
      .where('id', '=', id)
      .where('state', '=', withdrawal ? 'published' : 'withdrawn');
    if ((await query.executeTakeFirst()).numUpdatedRows === 0n) return false;
    await refreshOffered(db, id);
    return true;
  },

  deleteDraft: async (id) => {
    const query = db.deleteFrom('releases').where('id', '=', id).where('state', '=', 'draft');
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  },
});
