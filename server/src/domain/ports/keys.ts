import type { Instant } from '../nouns/instant.ts';
import type { Key } from '../nouns/key.ts';

/** Keys, by their id or their app. */
export interface Keys {
  /** With the id of its app. */
  findKey(id: string): Promise<(Key & { appId: string }) | undefined>;
  /** In order of creation, revoked ones included: every live one, and of the others as many of the last as are listed. */
  listKeys(app: string, now: Instant): Promise<Key[]>;
  /** Neither revoked nor expired. */
  countLiveKeys(app: string, now: Instant): Promise<number>;
}

/** What may be changed of keys, inside a transaction. */
export interface KeyChanges {
  insertKey(key: Key): Promise<void>;
  /** False when it was revoked before. */
  revokeKey(id: string, at: Instant): Promise<boolean>;
}

/** When keys were last used. */
export interface KeyUse {
  /** Notes when keys were last used: one write for many keys, never going back. */
  touchKeys(lastUsed: Map<string, Instant>): Promise<void>;
}
