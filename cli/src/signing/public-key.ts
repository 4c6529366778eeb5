import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { decodeBase64, toLatin1 } from '@slipway/build-files/base64.ts';
import { formatKeyId, minisignLines } from '@slipway/build-files/signature.ts';

/*
 * Formats of public keys: Tauri's and minisign's (`Ed`, an eight-byte key ID, and the key), and Sparkle's bare Ed25519
 * key.
 */

export interface PublicKey {
  /** The ID in minisign's notation; for a bare key, the server's ID. */
  keyId: string;
  isBare: boolean;
  key: KeyObject;
}

const keyBytes = 32;
const idBytes = 8;

const keyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') },
    format: 'jwk',
  });

const bareIdOf = (raw: Uint8Array): string =>
  createHash('sha256')
    .update(raw)
    .digest('hex')
    .slice(0, 2 * idBytes)
    .toUpperCase();

const parseRaw = (bytes: Uint8Array): PublicKey | undefined => {
  if (bytes.length === keyBytes) return { keyId: bareIdOf(bytes), isBare: true, key: keyOf(bytes) };
  const start = 2 + idBytes;
  if (bytes.length !== keyBytes + start || toLatin1(bytes.subarray(0, 2)) !== 'Ed') return undefined;
  return { keyId: formatKeyId(bytes.subarray(2, start)), isBare: false, key: keyOf(bytes.subarray(start)) };
};

/** Parses Tauri's `pubkey`, a minisign.pub, or Sparkle's `SUPublicEDKey`; undefined for any other text. */
export const parsePublicKey = (text: string): PublicKey | undefined =>
  parseRaw(decodeBase64(minisignLines(text)[1] ?? text.trim()));
