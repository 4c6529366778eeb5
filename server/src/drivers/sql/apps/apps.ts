import type { Kysely } from 'kysely';
import type { App, Domain } from '../../../domain/model/app.ts';
import type { AppChanges, Apps } from '../../../domain/ports/apps.ts';
import type { DomainChanges, Domains } from '../../../domain/ports/domains.ts';
import { makeCursor, parseCursor, toPage } from '../cursor.ts';
import { prepareStatement } from '../prepare.ts';
import type { Engine, Row, Tables } from '../schema.ts';

export const appColumns = [
  'id',
  'slug',
  'public_slug',
  'name',
  'adapter',
  'allowance_bytes',
  'created_at',
  'extras',
  'check_caching',
  'publishing',
  'signatures',
  'signed_version',
  'page',
  'delivery',
] as const;

export const appOf = (row: Row<'apps'>): App => ({
  id: row.id,
  slug: row.slug,
  publicSlug: row.public_slug,
  name: row.name,
  adapter: row.adapter,
  allowanceBytes: row.allowance_bytes ?? undefined,
  extras: row.extras === 1,
  checkCaching: row.check_caching,
  publishing: row.publishing,
  signatures: row.signatures,
  signedVersion: row.signed_version,
  page: row.page === 1,
  delivery: row.delivery,
  createdAt: row.created_at,
});

const domainOf = (row: Row<'domains'>): Domain => ({
  domain: row.domain,
  app: row.app,
  createdAt: row.created_at,
});

const first = ({ rows: [row] }: { rows: readonly Row<'apps'>[] }): App | undefined =>
  row === undefined ? undefined : appOf(row);

const bySlug = prepareStatement((db, { slug }: { slug: string }) =>
  db.selectFrom('apps').selectAll('apps').where('slug', '=', slug),
);

const byPublicSlug = prepareStatement((db, { publicSlug }: { publicSlug: string }) =>
  db.selectFrom('apps').selectAll('apps').where('public_slug', '=', publicSlug),
);

const byDomain = prepareStatement((db, { domain }: { domain: string }) =>
  db
    .selectFrom('apps')
    .selectAll('apps')
    .innerJoin('domains', 'domains.app', 'apps.slug')
    .where('domains.domain', '=', domain),
);

/** Locks the row until the transaction ends. SQLite has a single writer, which is this transaction. */
const locked = {
  sqlite: bySlug,
  postgres: prepareStatement((db, { slug }: { slug: string }) =>
    db.selectFrom('apps').selectAll('apps').where('slug', '=', slug).forUpdate(),
  ),
};

export const appReads = (db: Kysely<Tables>): Apps & Domains => ({
  findApp: async (slug) => first(await bySlug(db, { slug })),

  findAppByPublicSlug: async (publicSlug) => first(await byPublicSlug(db, { publicSlug })),

  findAppByDomain: async (domain) => first(await byDomain(db, { domain })),

  listApps: async ({ limit, cursor }) => {
    const after = parseCursor('apps', cursor, /^[a-z0-9-]{1,63}$/);
    const query = db
      .selectFrom('apps')
      .selectAll()
      .orderBy('slug')
      .limit(limit + 1);
    const rows = await (after === undefined ? query : query.where('slug', '>', after)).execute();
    return toPage(rows, limit, { item: appOf, cursor: ({ slug }) => makeCursor('apps', slug) });
  },

  listDomains: async (app) => {
    const rows = await db
      .selectFrom('domains')
      .selectAll()
      .where('app', '=', app)
      .orderBy('domain')
      .execute();
    return rows.map(domainOf);
  },
});

type AppWrites = Omit<AppChanges, 'raiseGeneration'> & DomainChanges;

export const appWrites = (db: Kysely<Tables>, engine: Engine): AppWrites => ({
  lockApp: async (slug) => first(await locked[engine](db, { slug })),

  insertApp: async (app) => {
    await db
      .insertInto('apps')
      .values({
        id: app.id,
        slug: app.slug,
        public_slug: app.publicSlug,
        name: app.name,
        adapter: app.adapter,
        allowance_bytes: app.allowanceBytes ?? null,
        created_at: app.createdAt,
        extras: Number(app.extras),
        check_caching: app.checkCaching,
        publishing: app.publishing,
        signatures: app.signatures,
        signed_version: app.signedVersion,
        page: Number(app.page),
        delivery: app.delivery,
      })
      .execute();
  },

  updateApp: async (slug, change) => {
    const row = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.adapter === undefined ? {} : { adapter: change.adapter }),
      ...(change.extras === undefined ? {} : { extras: Number(change.extras) }),
      ...(change.checkCaching === undefined ? {} : { check_caching: change.checkCaching }),
      ...(change.publishing === undefined ? {} : { publishing: change.publishing }),
      ...(change.signatures === undefined ? {} : { signatures: change.signatures }),
      ...(change.signedVersion === undefined ? {} : { signed_version: change.signedVersion }),
      ...(change.page === undefined ? {} : { page: Number(change.page) }),
      ...(change.delivery === undefined ? {} : { delivery: change.delivery }),
      // A key that is present but undefined sets the allowance to unlimited.
      ...('allowanceBytes' in change ? { allowance_bytes: change.allowanceBytes ?? null } : {}),
    };
    if (Object.keys(row).length === 0) return;
    await db.updateTable('apps').set(row).where('slug', '=', slug).execute();
  },

  deleteApp: async (slug) => {
    await db.deleteFrom('releases').where('app', '=', slug).where('state', '=', 'draft').execute();
    await db.deleteFrom('keys').where('app', '=', slug).execute();
    await db.deleteFrom('trusted_publishers').where('app', '=', slug).execute();
    await db.deleteFrom('signing_keys').where('app', '=', slug).execute();
    await db.deleteFrom('domains').where('app', '=', slug).execute();
    await db.deleteFrom('usage_partial').where('app', '=', slug).execute();
    await db.deleteFrom('channels').where('app', '=', slug).execute();
    await db.deleteFrom('apps').where('slug', '=', slug).execute();
  },

  insertDomain: async ({ domain, app, createdAt }) => {
    await db.insertInto('domains').values({ domain, app, created_at: createdAt }).execute();
  },

  deleteDomain: async (app, domain) => {
    const query = db.deleteFrom('domains').where('app', '=', app).where('domain', '=', domain);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  },
});
