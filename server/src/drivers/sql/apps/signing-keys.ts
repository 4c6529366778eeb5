import type { Kysely } from 'kysely';
import type { SigningKey } from '../../../domain/model/signing-key.ts';
import type { SigningKeyChanges, SigningKeys } from '../../../domain/ports/signing-keys.ts';
import { prepareStatement } from '../prepare.ts';
import type { Row, Tables } from '../schema.ts';

const signingKeyOf = (row: Row<'signing_keys'>): SigningKey => ({
  id: row.id,
  app: row.app,
  kind: row.kind,
  keyId: row.key_id,
  publicKey: row.public_key,
  name: row.name,
  fromVersion: row.from_version ?? undefined,
  state: row.state,
  createdAt: row.created_at,
  retiredAt: row.retired_at ?? undefined,
});

const ofApp = prepareStatement((db, { app }: { app: string }) =>
  db.selectFrom('signing_keys').selectAll().where('app', '=', app).orderBy('created_at').orderBy('id'),
);

export const signingKeyReads = (db: Kysely<Tables>): SigningKeys => ({
  listSigningKeys: async (app) => (await ofApp(db, { app })).rows.map(signingKeyOf),
});

const changing = ({ name, fromVersion, state, retiredAt }: SigningKey) => ({
  name,
  from_version: fromVersion ?? null,
  state,
  retired_at: retiredAt ?? null,
});

export const signingKeyWrites = (db: Kysely<Tables>): SigningKeyChanges => ({
  insertSigningKey: async (key) => {
    await db
      .insertInto('signing_keys')
      .values({
        id: key.id,
        app: key.app,
        kind: key.kind,
        key_id: key.keyId,
        public_key: key.publicKey,
        created_at: key.createdAt,
        ...changing(key),
      })
      .execute();
  },

  updateSigningKey: async (key) => {
    await db.updateTable('signing_keys').set(changing(key)).where('id', '=', key.id).execute();
  },
});
