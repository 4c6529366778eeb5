import { createHash } from 'node:crypto';
import { parsePublicKeyText } from '@slipway/core/public-key.ts';
import { containsPrivateKey } from '../model/detect-private-key.ts';
import type { Fault } from '../model/errors.ts';
import type { SigningKey } from '../model/signing-key.ts';
import { isPublicKey } from './ed25519.ts';

/* Normalizes public keys. */

export type ParsedKey = Pick<SigningKey, 'kind' | 'keyId' | 'publicKey'>;

/** The ID of a raw key, which has none of its own. */
const rawId = (point: Uint8Array): string =>
  createHash('sha256').update(point).digest().toString('hex', 0, 8).toUpperCase();

/** The 32 bytes of an already parsed key. */
export const publicKeyBytes = ({ publicKey }: Pick<SigningKey, 'publicKey'>): Buffer =>
  Buffer.from(publicKey, 'base64').subarray(-32);

/** Accepts Tauri's `.pub`, minisign's text or its second line, or 32 bytes in base64. */
export const readPublicKey = (input: string): ParsedKey | undefined => {
  const key = parsePublicKeyText(input);
  return key && { kind: key.kind, keyId: key.keyId ?? rawId(key.point), publicKey: key.line };
};

export const parsePublicKey = (input: string): ParsedKey | undefined => {
  const key = readPublicKey(input);
  return key !== undefined && isPublicKey(publicKeyBytes(key)) ? key : undefined;
};

const forms = 'the content of Tauri’s .pub file, a minisign public key, or 32 Ed25519 bytes in base64';

/** Never repeats the input, which may be a secret. */
export const publicKeyFaults = (input: string): Fault[] => {
  if (containsPrivateKey(input)) {
    const detail =
      'publicKey contains a private key. It was not stored, but treat it as exposed: create a new key pair.';
    return [{ pointer: '/publicKey', code: 'private-key', detail }];
  }
  if (parsePublicKey(input) !== undefined) return [];
  return [{ pointer: '/publicKey', code: 'unreadable', detail: `publicKey must be ${forms}.` }];
};
