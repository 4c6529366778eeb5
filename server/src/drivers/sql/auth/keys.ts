import { type Kysely, type SqlBool, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Key, Scope } from '../../../domain/model/key.ts';
import type { Provenance } from '../../../domain/model/provenance.ts';
import type { KeyChanges, Keys } from '../../../domain/ports/keys.ts';
import { readJson } from '../json.ts';
import { serializeProvenance } from '../releases/release-rows.ts';
import type { Row, Tables } from '../schema.ts';
import { touchRows } from './touch.ts';

const keyOf = (row: Row<'keys'>): Key => ({
  id: row.id,
  app: row.app,
  name: row.name,
  scopes: JSON.parse(row.scopes) as Scope[],
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? undefined,
  revokedAt: row.revoked_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
  trustId: row.trust_id ?? undefined,
  via: readJson<Provenance | null>(row.via) ?? undefined,
});

/** Neither revoked nor expired. */
const isLive = (now: Instant) =>
  sql<SqlBool>`(revoked_at is null and (expires_at is null or expires_at > ${now}))`;

/** Live keys that were exchanged for a token; these always expire. */
const isExchangedLive = (now: Instant) =>
  sql<SqlBool>`(trust_id is not null and expires_at > ${now} and revoked_at is null)`;

export const keyReads = (db: Kysely<Tables>): Keys => {
  const keys = db.selectFrom('keys').selectAll('keys');
  return {
    findKey: async (id) => {
      const query = keys
        .innerJoin('apps', 'apps.slug', 'keys.app')
        .select(['apps.id as appId', 'apps.publishing']);
      const row = await query.where('keys.id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : { ...keyOf(row), appId: row.appId, publishing: row.publishing };
    },

    listKeys: async (app, now, which) => {
      const ofApp = keys.where('app', '=', app).orderBy('position', 'desc');
      const made = ofApp.where('trust_id', 'is', null);
      const live = [
        ...(await made.where(isLive(now)).execute()),
        ...(await keys.where('app', '=', app).where(isExchangedLive(now)).execute()),
      ];
      const spare = Math.max(0, bounds.listedKeys - live.length);
      const ended = (which === 'all' ? ofApp : made).where(({ not }) => not(isLive(now)));
      const others = await ended.limit(spare).execute();
      return [...live, ...others].sort((a, b) => a.position - b.position).map(keyOf);
    },

    countLiveKeys: async (app, now, which) => {
      const query = db.selectFrom('keys').select(({ fn }) => fn.countAll<number | string>().as('count'));
      const ofApp = query.where('app', '=', app);
      const live =
        which === 'made'
          ? ofApp.where('trust_id', 'is', null).where(isLive(now))
          : ofApp.where(isExchangedLive(now));
      return Number((await live.executeTakeFirst())?.count ?? 0);
    },
  };
};

export const keyWrites = (db: Kysely<Tables>): KeyChanges => ({
  insertKey: async (key) => {
    await db
      .insertInto('keys')
      .values({
        id: key.id,
        app: key.app,
        name: key.name,
        scopes: JSON.stringify(key.scopes),
        secret_hash: key.secretHash,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
        revoked_at: key.revokedAt ?? null,
        last_used_at: key.lastUsedAt ?? null,
        trust_id: key.trustId ?? null,
        via: serializeProvenance(key.via),
      })
      .execute();
  },

  revokeKey: async (id, at) => {
    const query = db
      .updateTable('keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  },

  revokeKeysOf: async (trustId, at) => {
    const query = db.updateTable('keys').set({ revoked_at: at }).where('trust_id', '=', trustId);
    return Number((await query.where(isLive(at)).executeTakeFirst()).numUpdatedRows);
  },
});

/** Records when keys were last used. */
export const touchKeys = (db: Kysely<Tables>, lastUsed: Map<string, Instant>): Promise<void> =>
  touchRows(
    db,
    lastUsed,
    sql`update keys set last_used_at = used.at from used
      where keys.id = used.id and (keys.last_used_at is null or keys.last_used_at < used.at)`,
  );
