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
import type { Settings } from '../ports/settings.ts';
import type { Transactions } from '../ports/store.ts';
import { createLastUsed } from './last-used.ts';

/* Who asks. Keys are read from the store at each request, so that a revoked one is refused at once, everywhere. */

/** What configuration asks of an operator's own admin key. */
const minAdminKeyLength = 32;

/** Puts a new admin key where its owner finds it; `discard` takes it back. Throws where that cannot be done. */
export type SaveAdminKey = (key: string) => Promise<{ discard(): Promise<void> }>;

export const createAuthentication = (needs: {
  store: Keys & KeyUsage & Settings & Transactions;
  clock: Clock;
  ids: Ids;
  /** The operator's own admin key; undefined where the service makes one. */
  adminKey: string | undefined;
}) => {
  const { store, clock, ids } = needs;
  const configuredHash = needs.adminKey === undefined ? undefined : hashSecret(needs.adminKey);
  const lastUsed = createLastUsed((used) => store.touchKeys(used));

  /**
   * Makes the admin key at the first start; its text is returned that one time, and only to the node that made it.
   * It is kept before its hash counts: a service with a key that nobody saw cannot be managed. Where the claim's
   * answer is lost it stays kept, since the claim may have been heard.
   */
  const ensureAdminKey = async (keep: SaveAdminKey): Promise<string | undefined> => {
    if (configuredHash !== undefined || (await store.findSetting(adminKeySetting)) !== undefined)
      return undefined;
    const text = formatAdminKey(ids.secret(adminSecretLength));
    const hash = hashSecret(text);
    const kept = await keep(text);
    const claimed = await store.transaction((tx) => tx.claimSetting(adminKeySetting, hash));
    if (claimed === hash) return text;
    await kept.discard();
    return undefined;
  };

  /** Replaces the stored admin key; the old one, and whoever signed in with it, is let in no longer. */
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

  /** The actor that a key stands for, by its id; without one it is the admin's. */
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

  /** The actor a key stands for. Missing, malformed, unknown, expired and revoked keys are refused alike. */
  const authenticate = async (bearer: string | undefined): Promise<AdminActor | KeyActor> => {
    if (bearer === undefined || bearer.length > bounds.keyLength) throw unauthorized();
    return getActor(parsePublishKey(bearer), (hash) => matchesHash(bearer, hash));
  };

  /** The actor of a session, while the key that it was opened with is the same and counts. */
  const authenticateHolder = ({ keyId, secretHash }: Pick<Session, 'keyId' | 'secretHash'>) =>
    getActor(keyId, (hash) => hash === secretHash);

  /** Whether a text could be a key here: whoever sends a wrong one of those is guessing. */
  const isWellFormed = (bearer: string): boolean =>
    isWellFormedKey(bearer) ||
    (needs.adminKey !== undefined && bearer.length >= minAdminKeyLength && !/^slw_/.test(bearer));

  return {
    ...{ authenticate, authenticateHolder, isWellFormed, ensureAdminKey, resetAdminKey },
    /** Writes when keys were last used; a job calls it. */
    flushLastUsed: lastUsed.flush,
  };
};
export type Authentication = ReturnType<typeof createAuthentication>;
