import { createHash, timingSafeEqual } from 'node:crypto';
import type { Instant } from './instant.ts';
import type { Provenance } from './provenance.ts';

export const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'] as const;
export type Scope = (typeof scopes)[number];
export const defaultScopes: readonly Scope[] = ['publish', 'read'];

/** A key of one app. Its secret is shown once and never stored. */
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
  /** The trusted publisher that it was created for; undefined if made by hand. */
  trustId: string | undefined;
  /** The token's claims. */
  via: Provenance | undefined;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const publishKey = /^slw_pub_(key_[0-9A-Za-z]+)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** CRC-32 (ISO 3309): detects mistyped keys without a lookup, here and in secret scanners. */
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

/** `slw_pub_<key id>_<32 base62><6 base62 CRC32>`. */
export const formatPublishKey = (id: string, secret: string): string =>
  `slw_pub_${id}_${secret}${checksum(secret)}`;

export const formatAdminKey = (secret: string): string => `slw_adm_${secret}${checksum(secret)}`;

/** The key ID; undefined if the text is not a publish key. */
export const parsePublishKey = (text: string): string | undefined => {
  const parts = publishKey.exec(text);
  return parts?.[1] !== undefined && checksum(parts[2] ?? '') === parts[3] ? parts[1] : undefined;
};

const adminKey = /^slw_adm_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** Whether the format and checksum match. */
export const isWellFormedKey = (text: string): boolean => {
  const [, secret = '', sum] = adminKey.exec(text) ?? [];
  return parsePublishKey(text) !== undefined || checksum(secret) === sum;
};

/** Secrets have 190 random bits, so a plain hash is sufficient. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Constant time. */
export const matchesHash = (text: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(text), 'hex'), Buffer.from(hash, 'hex'));

export const isLiveKey = (key: Key, now: Instant): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now);

export const adminKeySetting = 'admin-key-hash';
