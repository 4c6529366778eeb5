import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/*
 * Public keys as people have them: Tauri's and minisign's (`Ed`, eight bytes that name the key, and the key), and
 * Sparkle's, which is Ed25519 without anything around it.
 */

export interface PublicKey {
  /** Its name as minisign shows it; of a bare key the service's name of it. */
  keyId: string;
  isBare: boolean;
  key: KeyObject;
}

const keyBytes = 32;
const idBytes = 8;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of a text in base64; none for any other text. */
export const bytesOf = (text: string): Buffer =>
  base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);

/** Minisign's text: as it stands, or as Tauri keeps it, in base64. */
export const minisignLines = (text: string): string[] => {
  const plain = text.includes('untrusted comment:') ? text : bytesOf(text.trim()).toString('utf8');
  return plain.includes('untrusted comment:') ? plain.split('\n').map((line) => line.trim()) : [];
};

/** Minisign shows the eight bytes as a number, the last one first. */
export const keyIdOf = (bytes: Buffer): string => Buffer.from(bytes).reverse().toString('hex').toUpperCase();

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

const bareIdOf = (raw: Buffer): string =>
  createHash('sha256')
    .update(raw)
    .digest('hex')
    .slice(0, 2 * idBytes)
    .toUpperCase();

const parseRaw = (bytes: Buffer): PublicKey | undefined => {
  if (bytes.length === keyBytes) return { keyId: bareIdOf(bytes), isBare: true, key: keyOf(bytes) };
  const start = 2 + idBytes;
  if (bytes.length !== keyBytes + start || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined;
  return { keyId: keyIdOf(bytes.subarray(2, start)), isBare: false, key: keyOf(bytes.subarray(start)) };
};

/** Reads Tauri's `pubkey`, a minisign.pub or Sparkle's `SUPublicEDKey`; undefined for any other text. */
export const parsePublicKey = (text: string): PublicKey | undefined =>
  parseRaw(bytesOf(minisignLines(text)[1] ?? text.trim()));
