import type { Instant } from './instant.ts';

/** A sign-in with a key. It is valid only while that key is. */
export interface Session {
  /** The SHA-256 of the browser's secret, which is never stored. */
  idHash: string;
  /** Undefined for the admin key. */
  keyId: string | undefined;
  /** The hash of that key, so that a new admin key ends the sessions of the old one. */
  secretHash: string;
  createdAt: Instant;
  usedAt: Instant;
  expiresAt: Instant;
}

/** With the display name of its key. */
export type ListedSession = Session & { key: { name: string; app: string; appId: string } | undefined };

/** 43 base62 characters are 256 random bits. */
export const sessionSecretLength = 43;

export const isWellFormedSessionSecret = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);
