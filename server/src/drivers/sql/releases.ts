import type { Kysely } from 'kysely';
import type { Release, ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import type { Releases } from '../../domain/ports/releases.ts';
import { artifactColumns, artifactOf } from './artifacts.ts';
import { makeCursor, pageOf, parseNumberCursor } from './cursor.ts';
import { jsonArray, jsonRow, readJson } from './json.ts';
import { candidateIds, published } from './offered.ts';
import type { Engine, Row, Tables } from './schema.ts';

/** A release out of its row. */
export const releaseOf = (row: Row<'releases'>): Release => ({
  id: row.id,
  app: row.app,
  channel: row.channel,
  version: row.version,
  notes: row.notes,
  state: row.state,
  pubDate: row.pub_date,
  createdAt: row.created_at,
  publishedAt: row.published_at ?? undefined,
  withdrawnAt: row.withdrawn_at ?? undefined,
  withdrawReason: row.withdraw_reason ?? undefined,
  sequence: row.sequence ?? undefined,
  revision: row.revision,
  touchedAt: row.touched_at,
});

/** The row of a release; its position is the database's to give. */
export const releaseRow = (release: Release): Omit<Row<'releases'>, 'position'> => ({
  id: release.id,
  app: release.app,
  channel: release.channel,
  version: release.version,
  notes: release.notes,
  state: release.state,
  pub_date: release.pubDate,
  created_at: release.createdAt,
  published_at: release.publishedAt ?? null,
  withdrawn_at: release.withdrawnAt ?? null,
  withdraw_reason: release.withdrawReason ?? null,
  sequence: release.sequence ?? null,
  revision: release.revision,
  touched_at: release.touchedAt,
});

type WholeRow = Row<'releases'> & { artifacts: string | null };

const wholeOf = (row: WholeRow): ReleaseWithArtifacts => ({
  ...releaseOf(row),
  artifacts: (readJson<Row<'artifacts'>[] | null>(row.artifacts) ?? [])
    .map(artifactOf)
    .sort((a, b) => (a.target < b.target ? -1 : 1)),
});

/** Releases, each with its artifacts as of the same moment. */
const selectWhole = (db: Kysely<Tables>, engine: Engine) =>
  db
    .selectFrom('releases')
    .selectAll('releases')
    .select(({ selectFrom }) =>
      selectFrom('artifacts')
        .whereRef('artifacts.release_id', '=', 'releases.id')
        .select(jsonArray(engine, jsonRow(engine, 'artifacts', artifactColumns)).as('all'))
        .as('artifacts'),
    );

/** The reads of releases. */
export const releaseReads = (db: Kysely<Tables>, engine: Engine): Releases => {
  const whole = () => selectWhole(db, engine);
  const first = (row: WholeRow | undefined) => (row === undefined ? undefined : wholeOf(row));
  return {
    findRelease: async (app, id) =>
      first(await whole().where('id', '=', id).where('app', '=', app).executeTakeFirst()),

    findReleaseByVersion: async (app, channel, version) =>
      first(
        await whole()
          .where('app', '=', app)
          .where('channel', '=', channel)
          .where('version', '=', version)
          .executeTakeFirst(),
      ),

    listReleases: async (app, { limit, cursor, channel, state }) => {
      const before = parseNumberCursor('releases', cursor);
      let query = whole()
        .where('app', '=', app)
        .orderBy('position', 'desc')
        .limit(limit + 1);
      if (before !== undefined) query = query.where('position', '<', before);
      if (channel !== undefined) query = query.where('channel', '=', channel);
      if (state !== undefined) query = query.where('state', '=', state);
      const rows = await query.execute();
      return pageOf(rows, limit, {
        item: wholeOf,
        cursor: ({ position }) => makeCursor('releases', position),
      });
    },

    listPublished: async (app, { channel, limit, withdrawn, before }) => {
      let query = whole().where('app', '=', app).orderBy('sequence', 'desc').limit(limit);
      query = withdrawn ? query.where('sequence', 'is not', null) : query.where('state', '=', published);
      if (channel !== undefined) query = query.where('channel', '=', channel);
      if (before !== undefined) query = query.where('sequence', '<', before);
      return (await query.execute()).map(wholeOf);
    },

    listCandidates: async (app) =>
      (await whole().where('id', 'in', candidateIds(app)).orderBy('sequence', 'desc').execute()).map(wholeOf),

    countDrafts: async (app) => {
      const query = db.selectFrom('releases').select(({ fn }) => fn.countAll<number | string>().as('count'));
      const row = await query.where('app', '=', app).where('state', '=', 'draft').executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    hasPublished: async (app) => {
      const query = db.selectFrom('releases').select('id').where('app', '=', app);
      return (await query.where('sequence', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
    },
  };
};
