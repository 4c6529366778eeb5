import type { PublishPolicy } from '../model/app.ts';
import type { Instant } from '../model/instant.ts';
import type { Key } from '../model/key.ts';

export interface Keys {
  /** With the ID and publish policy of its app. */
  findKey(id: string): Promise<KeyWithApp | undefined>;
  /**
   * In order of creation: all active keys, and the last inactive ones up to a limit. `made` leaves out inactive keys
   * that were exchanged for a token.
   */
  listKeys(app: string, now: Instant, which: 'made' | 'all'): Promise<Key[]>;
  /** Neither revoked nor expired. */
  countLiveKeys(app: string, now: Instant, which: 'made' | 'exchanged'): Promise<number>;
}

/** With the app's facts that every request needs. */
export type KeyWithApp = Key & { appId: string; publishing: PublishPolicy };

export interface KeyChanges {
  insertKey(key: Key): Promise<void>;
  /** False if it was already revoked. */
  revokeKey(id: string, at: Instant): Promise<boolean>;
  /** Returns the number of revoked keys. */
  revokeKeysOf(trustId: string, at: Instant): Promise<number>;
}

export interface KeyUsage {
  /** One write for many keys; times never go backward. */
  touchKeys(lastUsed: Map<string, Instant>): Promise<void>;
}
