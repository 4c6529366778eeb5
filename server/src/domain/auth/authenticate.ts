import type { AdminActor, KeyActor } from '../model/actor.ts';
import { bounds } from '../model/bounds.ts';
import { unauthorized } from '../model/errors.ts';
import {
  adminKeySetting,
  adminSecretLength,
  formatAdminKey,
  hashSecret,
  isLiveKey,
  isWellFormedKey,
  matchesHash,
  parsePublishKey,
} from '../model/key.ts';
import type { Session } from '../model/session.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keys, KeyUsage } from '../ports/keys.ts';
import type { SessionChanges } from '../ports/sessions.ts';
import type { SettingChanges, Settings } from '../ports/settings.ts';
import type { Transactions } from '../ports/transactions.ts';
import { createLastUsed } from './last-used.ts';

/* Authentication. Keys are read from the store at each request, so a revoked key fails at once on every node. */

/** Minimum length of a configured admin key. */
const minAdminKeyLength = 32;

/** Saves a new admin key for its owner; `discard` undoes that. Throws if it cannot be saved. */
export type SaveAdminKey = (key: string) => Promise<{ discard(): Promise<void> }>;

type Tx = Pick<SettingChanges, 'claimSetting' | 'replaceSetting'> & Pick<SessionChanges, 'deleteSessions'>;

export const createAuthentication = (needs: {
  store: Keys & KeyUsage & Settings & Transactions<Tx>;
  clock: Clock;
  ids: Ids;
  /** The configured admin key; undefined if the server generates one. */
  adminKey: string | undefined;
}) => {
  const { store, clock, ids } = needs;
  const configuredHash = needs.adminKey === undefined ? undefined : hashSecret(needs.adminKey);
  const lastUsed = createLastUsed((used) => store.touchKeys(used));

  /**
   * Generates the admin key at the first start. Only the node that made it returns the text, once. The key is saved
   * before its hash is stored, since nobody could manage a server with an unseen key. It stays saved if the claim's
   * result is lost, as the claim may have succeeded.
   */
  const ensureAdminKey = async (save: SaveAdminKey): Promise<string | undefined> => {
    if (configuredHash !== undefined || (await store.findSetting(adminKeySetting)) !== undefined)
      return undefined;
    const text = formatAdminKey(ids.secret(adminSecretLength));
    const hash = hashSecret(text);
    const saved = await save(text);
    const claimed = await store.transaction((tx) => tx.claimSetting(adminKeySetting, hash));
    if (claimed === hash) return text;
    await saved.discard();
    return undefined;
  };

  /** Replaces the stored admin key. The old key and its sessions stop working. */
  const resetAdminKey = async (): Promise<string> => {
    const text = formatAdminKey(ids.secret(adminSecretLength));
    await store.transaction(async (tx) => {
      await tx.replaceSetting(adminKeySetting, hashSecret(text));
      await tx.deleteSessions('admin');
    });
    return text;
  };

  const getAdmin = async (matches: (hash: string) => boolean): Promise<AdminActor> => {
    const storedHash = configuredHash === undefined ? await store.findSetting(adminKeySetting) : undefined;
    const hash = configuredHash ?? storedHash;
    if (hash === undefined || !matches(hash)) throw unauthorized();
    return { kind: 'admin', storedHash };
  };

  /** Without a key ID it is the admin. */
  const getActor = async (
    keyId: string | undefined,
    matches: (hash: string) => boolean,
  ): Promise<AdminActor | KeyActor> => {
    if (keyId === undefined) return getAdmin(matches);
    const key = await store.findKey(keyId);
    const now = clock.now();
    if (key === undefined || !matches(key.secretHash) || !isLiveKey(key, now)) throw unauthorized();
    lastUsed.note(key.id, now);
    const { id, name, app, appId, scopes, expiresAt, trustId, via, publishing } = key;
    return { kind: 'key', keyId: id, name, app, appId, scopes, expiresAt, trustId, via, publishing };
  };

  /** Missing, malformed, unknown, expired and revoked keys all get the same error. */
  const authenticate = async (bearer: string | undefined): Promise<AdminActor | KeyActor> => {
    if (bearer === undefined || bearer.length > bounds.keyLength) throw unauthorized();
    return getActor(parsePublishKey(bearer), (hash) => matchesHash(bearer, hash));
  };

  /** Valid only while the key that opened the session is unchanged and active. */
  const authenticateSessionKey = ({ keyId, secretHash }: Pick<Session, 'keyId' | 'secretHash'>) =>
    getActor(keyId, (hash) => hash === secretHash);

  /** A wrong key of a valid format counts as guessing. */
  const isWellFormed = (bearer: string): boolean =>
    isWellFormedKey(bearer) ||
    (needs.adminKey !== undefined && bearer.length >= minAdminKeyLength && !/^slw_/.test(bearer));

  return {
    ...{ authenticate, authenticateSessionKey, isWellFormed, ensureAdminKey, resetAdminKey },
    flushLastUsed: lastUsed.flush,
  };
};
export type Authentication = ReturnType<typeof createAuthentication>;
