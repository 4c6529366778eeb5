import type { Instant } from './instant.ts';

/** Someone who signed in with a key. It stands for that key, and for nothing once the key does not count. */
export interface Session {
  /** The SHA-256 of what the browser holds, which is kept nowhere. */
  idHash: string;
  /** The key that it was opened with; undefined where that was the admin key. */
  keyId: string | undefined;
  /** The hash of that key's text: another admin key ends the sessions of the one before. */
  secretHash: string;
  createdAt: Instant;
  usedAt: Instant;
  expiresAt: Instant;
}

/** A session with what people know its key by. */
export type ListedSession = Session & { key: { name: string; app: string; appId: string } | undefined };

/** 43 characters of 62 are 256 random bits. */
export const sessionSecretLength = 43;

/** Whether a text could be what a browser was given here. */
export const isWellFormedSessionSecret = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);
