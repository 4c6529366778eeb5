import type { Kysely } from 'kysely';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Scope } from '../../../domain/model/key.ts';
import type { TrustedPublisher } from '../../../domain/model/trusted-publisher.ts';
import type { TrustedPublisherChanges, TrustedPublishers } from '../../../domain/ports/trusted-publishers.ts';
import { readJson } from '../json.ts';
import type { Row, Tables } from '../schema.ts';

const publisherOf = (row: Row<'trusted_publishers'>): TrustedPublisher => ({
  id: row.id,
  app: row.app,
  provider: row.provider,
  issuer: row.issuer,
  claims: readJson<Record<string, string>>(row.claims),
  pinned: readJson<Record<string, string> | null>(row.pinned) ?? undefined,
  scopes: readJson<Scope[]>(row.scopes),
  ttlSeconds: row.ttl_seconds,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
});

const pinnedText = (pinned: TrustedPublisher['pinned']): string | null =>
  pinned === undefined ? null : JSON.stringify(pinned);

export const trustedPublisherReads = (db: Kysely<Tables>): TrustedPublishers => {
  const ofApp = (app: string) => db.selectFrom('trusted_publishers').selectAll().where('app', '=', app);
  return {
    listTrustedPublishers: async (app) =>
      (await ofApp(app).orderBy('created_at').orderBy('id').execute()).map(publisherOf),

    findTrustedPublisher: async (app, id) => {
      const row = await ofApp(app).where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : publisherOf(row);
    },
  };
};

export const trustedPublisherWrites = (db: Kysely<Tables>): TrustedPublisherChanges => ({
  insertTrustedPublisher: async (publisher) => {
    await db
      .insertInto('trusted_publishers')
      .values({
        id: publisher.id,
        app: publisher.app,
        provider: publisher.provider,
        issuer: publisher.issuer,
        claims: JSON.stringify(publisher.claims),
        pinned: pinnedText(publisher.pinned),
        scopes: JSON.stringify(publisher.scopes),
        ttl_seconds: publisher.ttlSeconds,
        name: publisher.name,
        created_at: publisher.createdAt,
        last_used_at: publisher.lastUsedAt ?? null,
      })
      .execute();
  },

  recordPublisherUse: async (id, { at, pinned }) => {
    const row = { last_used_at: at, pinned: pinnedText(pinned) };
    await db.updateTable('trusted_publishers').set(row).where('id', '=', id).execute();
  },

  deleteTrustedPublisher: async (app, id) => {
    const query = db.deleteFrom('trusted_publishers').where('app', '=', app).where('id', '=', id);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  },

  claimToken: async ({ issuer, tokenId, expiresAt }) => {
    const row = { issuer, token_id: tokenId, expires_at: expiresAt };
    const query = db
      .insertInto('used_tokens')
      .values(row)
      .onConflict((taken) => taken.doNothing());
    return ((await query.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
});

/** Deletes tokens that have expired and cannot be replayed. */
export const deleteUsedTokens = async (db: Kysely<Tables>, before: Instant): Promise<number> =>
  Number(
    (await db.deleteFrom('used_tokens').where('expires_at', '<', before).executeTakeFirst()).numDeletedRows,
  );

export const deleteExpiredExchangedKeys = async (db: Kysely<Tables>, before: Instant): Promise<number> => {
  const query = db.deleteFrom('keys').where('trust_id', 'is not', null).where('expires_at', '<', before);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};
