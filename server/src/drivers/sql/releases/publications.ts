import type { Kysely, QueryResult } from 'kysely';
import type { ReleaseChanges } from '../../../domain/ports/releases.ts';
import { prepareStatement } from '../prepare.ts';
import type { Row, Tables } from '../schema.ts';
import { refreshOffered } from './offered-releases.ts';
import { releaseRow, serializePolicy, serializeProvenance } from './release-rows.ts';

type Publication = Parameters<ReleaseChanges['publishDraft']>[1];

const inserted = prepareStatement((db, release: ReturnType<typeof releaseRow>) =>
  db.insertInto('releases').values(release),
);

const touched = prepareStatement((db, { id, at }: { id: string; at: string }) =>
  db
    .updateTable('releases')
    .set((row) => ({ touched_at: at, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'draft'),
);

type PublishedColumns = Pick<Row<'releases'>, 'published_at' | 'sequence' | 'published_via' | 'published_by'>;

const published = prepareStatement(
  (db, { id, revision, ...columns }: PublishedColumns & { id: string; revision: number }) =>
    db
      .updateTable('releases')
      .set({ state: 'published', ...columns })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .where('revision', '=', revision),
);

type ActiveColumns = Pick<Row<'artifacts'>, 'uploaded_at' | 'kept_store' | 'kept_seal'>;

const activated = prepareStatement(
  (db, { id, releaseId, ...columns }: ActiveColumns & { id: string; releaseId: string }) =>
    db
      .updateTable('artifacts')
      .set({ state: 'active', upload_id: null, ...columns })
      .where('id', '=', id)
      .where('release_id', '=', releaseId),
);

const leftOut = prepareStatement((db, { releaseId }: { releaseId: string }) =>
  db
    .selectFrom('artifacts')
    .select('id')
    .where('release_id', '=', releaseId)
    .where('state', '=', 'declared')
    .limit(1),
);

const activate = async (
  db: Kysely<Tables>,
  releaseId: string,
  storedObjects: Publication['stored'],
): Promise<void> => {
  for (const [id, { store, seal, uploadedAt }] of storedObjects)
    await activated(db, { id, releaseId, uploaded_at: uploadedAt, kept_store: store, kept_seal: seal });
  const [forgotten] = (await leftOut(db, { releaseId })).rows;
  if (forgotten) throw new Error(`artifact ${forgotten.id} would be published without its bytes`);
};

const isChange = ({ numAffectedRows = 0n }: QueryResult<unknown>): boolean => numAffectedRows > 0n;

/** Each update expects a state, so that concurrent changes have one winner. */
export const releaseWrites = (db: Kysely<Tables>): ReleaseChanges => ({
  insertRelease: async (release) => {
    await inserted(db, releaseRow(release));
  },

  updateNotes: async (id, notes) => {
    await db.updateTable('releases').set({ notes }).where('id', '=', id).execute();
  },

  setPolicy: async (id, policy) => {
    await db
      .updateTable('releases')
      .set({ policy: serializePolicy(policy) })
      .where('id', '=', id)
      .execute();
    await refreshOffered(db, id);
  },

  touchDraft: async (id, at) => isChange(await touched(db, { id, at })),

  publishDraft: async (id, { revision, at, sequence, stored, via, by }) => {
    const columns = {
      published_at: at,
      sequence,
      published_via: serializeProvenance(via),
      published_by: by ?? null,
    };
    if (!isChange(await published(db, { id, revision, ...columns }))) return false;
    await activate(db, id, stored);
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
