import { type Kysely, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Policy } from '../../../domain/model/policy.ts';
import type { PublishedVersion } from '../../../domain/model/published-version.ts';
import type { ReleaseState } from '../../../domain/model/release.ts';
import type { Rollout } from '../../../domain/model/rollout.ts';
import type { ReleaseExclusion, Releases } from '../../../domain/ports/releases.ts';
import { makeCursor, parseNumberCursor } from '../cursor.ts';
import { prepareStatement } from '../prepare.ts';
import type { Engine, Tables } from '../schema.ts';
import { candidateIds, publishedLiteral, requiredIds } from './offered-releases.ts';
import {
  type ReleaseSize,
  type ReleaseWithArtifactsRow,
  readReleasesWithArtifacts,
  releaseWithArtifactsOf,
  selectReleaseSizes,
  selectReleasesWithArtifacts,
  takeWithinBytes,
} from './releases-with-artifacts.ts';

const publishedVersionOf = (row: {
  channel: string;
  version: string;
  state: ReleaseState;
  policy: string | null;
  plan: string | null;
}): PublishedVersion => {
  const stopped = (JSON.parse(row.plan ?? '{}') as Partial<Rollout>).stopped;
  return {
    channel: row.channel,
    version: row.version,
    isRescued: row.state === 'withdrawn' || stopped?.by === 'brake',
    isCritical: row.state === 'published' && (JSON.parse(row.policy ?? '{}') as Policy).critical === true,
  };
};

/** Cuts a download page to its byte limit: required releases first, then the newest. */
const cutToSite = async (
  db: Kysely<Tables>,
  sizes: readonly ReleaseSize[],
  needed: () => ReturnType<typeof requiredIds>,
): Promise<readonly ReleaseSize[]> => {
  if (takeWithinBytes(sizes, bounds.siteBytes).length === sizes.length) return sizes;
  const ranks = new Map<string, number>();
  for (const [rank, ids] of needed().entries()) {
    const rows = await db.selectFrom('releases').select('id').where('id', 'in', ids).execute();
    for (const { id } of rows) ranks.set(id, ranks.get(id) ?? rank);
  }
  const rankOf = ({ id }: ReleaseSize): number => ranks.get(id) ?? Number.MAX_SAFE_INTEGER;
  const inOrder = sizes.toSorted((one, other) => rankOf(one) - rankOf(other));
  const included = new Set(takeWithinBytes(inOrder, bounds.siteBytes));
  return sizes.filter((one) => included.has(one));
};

const wholeReads = (engine: Engine) => ({
  byId: prepareStatement((db, { app, id }: { app: string; id: string }) =>
    selectReleasesWithArtifacts(db, engine).where('id', '=', id).where('app', '=', app),
  ),
  ofVersions: prepareStatement(
    (db, { app, channel, versions }: { app: string; channel: string; versions: readonly string[] }) =>
      selectReleasesWithArtifacts(db, engine)
        .where('app', '=', app)
        .where('channel', '=', channel)
        .where('version', 'in', versions),
  ),
  // One index lookup per channel: an app may have thousands of versions.
  ofVersion: prepareStatement((db, { app, version }: { app: string; version: string }) => {
    const channels = db.selectFrom('channels').select('name').where('app', '=', app);
    const query = selectReleasesWithArtifacts(db, engine)
      .where('app', '=', app)
      .where('channel', 'in', channels);
    return query.where('version', '=', version).where('state', '!=', 'draft');
  }),
});
const wholeIn = { sqlite: wholeReads('sqlite'), postgres: wholeReads('postgres') };

type Unless<T> = { [K in keyof T]: T[K] | undefined };

type PublishedFilter = Omit<Parameters<Releases['listPublished']>[1], 'withdrawn'>;

const publishedSizes = (withdrawn: boolean) =>
  prepareStatement((db, { app, limit, channel, before }: { app: string } & PublishedFilter) => {
    let query = selectReleaseSizes(db).where('app', '=', app).orderBy('sequence', 'desc').limit(limit);
    query = withdrawn ? query.where('sequence', 'is not', null) : query.where('state', '=', publishedLiteral);
    if (channel !== undefined) query = query.where('channel', '=', channel);
    return before === undefined ? query : query.where('sequence', '<', before);
  });
const offeredPublished = publishedSizes(false);
const everPublished = publishedSizes(true);

const candidateSizes = prepareStatement(
  (db, { app, releaseId, target }: { app: string } & Unless<ReleaseExclusion>) => {
    const ids = candidateIds(app, releaseId === undefined ? undefined : { releaseId, target });
    return selectReleaseSizes(db).where('id', 'in', ids).orderBy('sequence', 'desc');
  },
);

const publishedVersions = prepareStatement((db, { app }: { app: string }) =>
  db
    .selectFrom('releases')
    .leftJoin('rollouts', (join) =>
      join.onRef('rollouts.release_id', '=', 'releases.id').on('rollouts.state', '=', 'paused'),
    )
    .select(['releases.channel', 'version', 'releases.state', 'policy', 'plan'])
    .where('releases.app', '=', app)
    .where('sequence', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(bounds.knownVersions),
);

const drafts = prepareStatement((db, { app }: { app: string }) =>
  db
    .selectFrom('releases')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('app', '=', app)
    .where('state', '=', 'draft'),
);

export const releaseReads = (db: Kysely<Tables>, engine: Engine): Releases => {
  const { byId, ofVersion, ofVersions } = wholeIn[engine];
  const first = (row: ReleaseWithArtifactsRow | undefined) =>
    row === undefined ? undefined : releaseWithArtifactsOf(row);
  return {
    findRelease: async (app, id) => first((await byId(db, { app, id })).rows[0]),

    findReleaseByVersion: async (app, channel, version) =>
      first((await ofVersions(db, { app, channel, versions: [version] })).rows[0]),

    listByVersions: async (app, channel, versions) =>
      versions.length === 0
        ? []
        : (await ofVersions(db, { app, channel, versions })).rows.map(releaseWithArtifactsOf),

    listByVersion: async (app, version) =>
      (await ofVersion(db, { app, version })).rows.map(releaseWithArtifactsOf),

    listReleases: async (app, { limit, cursor, channel, state, version }) => {
      const before = parseNumberCursor('releases', cursor);
      let query = selectReleaseSizes(db)
        .where('app', '=', app)
        .orderBy('position', 'desc')
        .limit(limit + 1);
      if (before !== undefined) query = query.where('position', '<', before);
      if (channel !== undefined) query = query.where('channel', '=', channel);
      if (state !== undefined) query = query.where('state', '=', state);
      if (version !== undefined) {
        const text = `%${version.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`;
        query = query.where(sql<boolean>`lower(version) like ${text} escape '!'`);
      }
      const sizes = await query.execute();
      const page = takeWithinBytes(sizes.slice(0, limit), bounds.readBytes);
      const last = page.length < sizes.length ? page.at(-1) : undefined;
      return {
        items: await readReleasesWithArtifacts({ db, engine }, page),
        next: last && makeCursor('releases', last.position),
      };
    },

    listPublished: async (app, { channel, limit, withdrawn, before }) => {
      const listed = withdrawn ? everPublished : offeredPublished;
      const sizes = takeWithinBytes(
        (await listed(db, { app, channel, limit, before })).rows,
        bounds.historyBytes,
      );
      return readReleasesWithArtifacts({ db, engine }, sizes, withdrawn ? undefined : 'published');
    },

    listCandidates: async (app, without) => {
      const { rows } = await candidateSizes(db, {
        app,
        releaseId: without?.releaseId,
        target: without?.target,
      });
      const sizes = await cutToSite(db, rows, () => requiredIds(app, without));
      return readReleasesWithArtifacts({ db, engine }, sizes, 'published');
    },

    listVersions: async (app) => (await publishedVersions(db, { app })).rows.map(publishedVersionOf),

    countDrafts: async (app) => Number((await drafts(db, { app })).rows[0]?.count ?? 0),

    hasFullyReleased: async (app, channel, before) => {
      let query = db.selectFrom('releases').select('id').where('app', '=', app);
      query = query.where('channel', '=', channel).where('state', '=', publishedLiteral);
      query = query.where('open_rollout', '=', sql.lit(0));
      if (before !== undefined) query = query.where('sequence', '<', before);
      return (await query.limit(1).executeTakeFirst()) !== undefined;
    },

    // Matches our own JSON text: quotes inside a string value would be escaped.
    countMilestones: async (app, channel) => {
      const query = db.selectFrom('releases').select(({ fn }) => fn.countAll<number | string>().as('count'));
      const row = await query
        .where('app', '=', app)
        .where('channel', '=', channel)
        .where('policy', 'like', '%"milestone":{"reason":%')
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    hasPublished: async (app) => {
      const query = db.selectFrom('releases').select('id').where('app', '=', app);
      return (await query.where('sequence', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
    },
  };
};
