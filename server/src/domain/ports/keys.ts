import type { Instant } from '../nouns/instant.ts';
import type { Key } from '../nouns/key.ts';

/** Keys, by their id or their app. */
export interface Keys {
  findKey(id: string): Promise<Key | undefined>;
  /** In order of creation, revoked ones included. */
  listKeys(app: string): Promise<Key[]>;
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
