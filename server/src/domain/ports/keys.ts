import type { PublishPolicy } from '../model/app.ts';
import type { Instant } from '../model/instant.ts';
import type { Key } from '../model/key.ts';

/** Keys, by their id or their app. */
export interface Keys {
  /** With the id of its app, and with who may publish to that. */
  findKey(id: string): Promise<KeyWithApp | undefined>;
  /**
   * In order of creation, revoked ones included: every live one, and of the others as many of the last as are listed;
   * `made` ones are without those that were exchanged for a token and are no longer live.
   */
  listKeys(app: string, now: Instant, which: 'made' | 'all'): Promise<Key[]>;
  /** Neither revoked nor expired: of those that someone made, or of those that were exchanged for a token. */
  countLiveKeys(app: string, now: Instant, which: 'made' | 'exchanged'): Promise<number>;
}

/** A key with what is asked of its app at each request. */
export type KeyWithApp = Key & { appId: string; publishing: PublishPolicy };

/** What may be changed of keys, inside a transaction. */
export interface KeyChanges {
  insertKey(key: Key): Promise<void>;
  /** False when it was revoked before. */
  revokeKey(id: string, at: Instant): Promise<boolean>;
  /** Revokes the live keys of a trust; how many. */
  revokeKeysOf(trustId: string, at: Instant): Promise<number>;
}

/** When keys were last used. */
export interface KeyUsage {
  /** Notes when keys were last used: one write for many keys, never going back. */
  touchKeys(lastUsed: Map<string, Instant>): Promise<void>;
}
