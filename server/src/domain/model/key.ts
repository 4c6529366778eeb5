import { createHash, timingSafeEqual } from 'node:crypto';
import type { Instant } from './instant.ts';
import type { Provenance } from './provenance.ts';

export const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'] as const;
export type Scope = (typeof scopes)[number];
export const defaultScopes: readonly Scope[] = ['publish', 'read'];

/** A key of one app. Its secret is shown once and never kept. */
export interface Key {
  id: string;
  app: string;
  name: string;
  scopes: readonly Scope[];
  secretHash: string;
  createdAt: Instant;
  expiresAt: Instant | undefined;
  revokedAt: Instant | undefined;
  lastUsedAt: Instant | undefined;
  /** By whose trust it was exchanged for a token; undefined where someone made it by hand. */
  trustId: string | undefined;
  /** What that token said. */
  via: Provenance | undefined;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const publishKey = /^slw_pub_(key_[0-9A-Za-z]+)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** CRC-32 (ISO 3309): lets scanners and we ourselves tell a mistyped key from an unknown one without a look-up. */
export const crc32 = (text: string): number => {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
};

const checksum = (secret: string): string => {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) text = base62.charAt(rest % 62) + text;
  return text;
};

export const publishSecretLength = 32;
export const adminSecretLength = 40;

/** A publish key's text: `slw_pub_<key id>_<32 base62><6 base62 CRC32>`. */
export const formatPublishKey = (id: string, secret: string): string =>
  `slw_pub_${id}_${secret}${checksum(secret)}`;

/** An admin key's text. */
export const formatAdminKey = (secret: string): string => `slw_adm_${secret}${checksum(secret)}`;

/** The key id inside a publish key's text, or undefined where the text is none. */
export const parsePublishKey = (text: string): string | undefined => {
  const parts = publishKey.exec(text);
  return parts?.[1] !== undefined && checksum(parts[2] ?? '') === parts[3] ? parts[1] : undefined;
};

const adminKey = /^slw_adm_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** Whether a text has the form of a key that was made here: mistyped ones have not. */
export const isWellFormedKey = (text: string): boolean => {
  const [, secret = '', sum] = adminKey.exec(text) ?? [];
  return parsePublishKey(text) !== undefined || checksum(secret) === sum;
};

/** What is stored of a secret. Secrets hold 190 random bits, so that a plain hash is enough. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Compares without telling by its duration where the two differ. */
export const matchesHash = (text: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(text), 'hex'), Buffer.from(hash, 'hex'));

export const isLiveKey = (key: Key, now: Instant): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now);

/** The setting that holds the hash of the admin key. */
export const adminKeySetting = 'admin-key-hash';
