import { type Kysely, type SqlBool, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Session } from '../../../domain/model/session.ts';
import type { SessionChanges, Sessions } from '../../../domain/ports/sessions.ts';
import type { Row, Tables } from '../schema.ts';
import { touchRows } from './touch.ts';

const sessionOf = (row: Row<'sessions'>): Session => ({
  idHash: row.id_hash,
  keyId: row.key_id ?? undefined,
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  usedAt: row.used_at,
  expiresAt: row.expires_at,
});

export const sessionReads = (db: Kysely<Tables>): Sessions => ({
  findSession: async (idHash) => {
    const query = db.selectFrom('sessions').selectAll().where('id_hash', '=', idHash);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : sessionOf(row);
  },

  listSessions: async (now) => {
    const rows = await db
      .selectFrom('sessions')
      .leftJoin('keys', 'keys.id', 'sessions.key_id')
      .leftJoin('apps', 'apps.slug', 'keys.app')
      .selectAll('sessions')
      .select(['keys.name', 'keys.app', 'apps.id as appId'])
      .where('sessions.expires_at', '>', now)
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.id_hash')
      .limit(bounds.listedSessions)
      .execute();
    return rows.map(({ name, app, appId, ...row }) => ({
      ...sessionOf(row),
      key: name === null || app === null || appId === null ? undefined : { name, app, appId },
    }));
  },
});

export const sessionWrites = (db: Kysely<Tables>): SessionChanges => ({
  insertSession: async (session, most) => {
    const row = {
      id_hash: session.idHash,
      key_id: session.keyId ?? null,
      secret_hash: session.secretHash,
      created_at: session.createdAt,
      used_at: session.usedAt,
      expires_at: session.expiresAt,
    };
    await db.insertInto('sessions').values(row).execute();
    const isOfKey =
      session.keyId === undefined ? sql<SqlBool>`key_id is null` : sql<SqlBool>`key_id = ${session.keyId}`;
    await sql`
      delete from sessions where ${isOfKey} and id_hash in (
        select id_hash from sessions where ${isOfKey} and id_hash <> ${session.idHash}
        order by created_at desc, id_hash limit 1000 offset ${sql.lit(most - 1)})`.execute(db);
  },

  deleteSession: async (idHash) => {
    const query = db.deleteFrom('sessions').where('id_hash', '=', idHash);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  },

  deleteSessions: async (which) => {
    const query = db.deleteFrom('sessions');
    const chosen = which === 'all' ? query : query.where('key_id', 'is', null);
    return Number((await chosen.executeTakeFirst()).numDeletedRows);
  },
});

/** Records when sessions were last used. */
export const touchSessions = (db: Kysely<Tables>, lastUsed: Map<string, Instant>): Promise<void> =>
  touchRows(
    db,
    lastUsed,
    sql`update sessions set used_at = used.at from used
      where sessions.id_hash = used.id and sessions.used_at < used.at`,
  );

/** Deletes expired sessions and sessions of revoked or expired keys. */
export const deleteEndedSessions = async (db: Kysely<Tables>, now: Instant): Promise<number> => {
  const isLive = sql<SqlBool>`exists (select 1 from keys where keys.id = sessions.key_id
    and keys.revoked_at is null and (keys.expires_at is null or keys.expires_at > ${now}))`;
  const query = db
    .deleteFrom('sessions')
    .where(({ or, and, not, eb }) =>
      or([eb('expires_at', '<=', now), and([eb('key_id', 'is not', null), not(isLive)])]),
    );
  return Number((await query.executeTakeFirst()).numDeletedRows);
};
