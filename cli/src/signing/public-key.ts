import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { decodeBase64, toLatin1 } from '@slipway/build-files/base64.ts';
import { formatKeyId, minisignLines } from '@slipway/build-files/signature.ts';

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

/** Reads Tauri's `pubkey`, a minisign.pub or Sparkle's `SUPublicEDKey`; undefined for any other text. */
export const parsePublicKey = (text: string): PublicKey | undefined =>
  parseRaw(decodeBase64(minisignLines(text)[1] ?? text.trim()));
