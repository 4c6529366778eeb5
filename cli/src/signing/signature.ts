import { verify } from 'node:crypto';
import type { SignatureFormat } from '@slipway/core/signature.ts';
import type { PublicKey } from './public-key.ts';

/** A raw signature does not name its key, so several keys may match. */
export const candidateKeys = (form: SignatureFormat, keys: readonly PublicKey[]): PublicKey[] =>
  keys.filter(({ kind, keyId }) => kind === form.kind && (form.kind === 'ed25519' || keyId === form.keyId));

/** Whether the signature covers the file's BLAKE2b-512 instead of the file. */
export const isPrehashed = (form: SignatureFormat): boolean => form.kind === 'minisign' && form.isPrehashed;

export type SignatureResult = 'holds' | 'mismatch' | 'comment-changed';

/** `signed` is the file, or its BLAKE2b-512 for a prehashed signature. */
export const verifySignature = (
  form: SignatureFormat,
  { key }: PublicKey,
  signed: Uint8Array,
): SignatureResult => {
  if (!verify(null, signed, key, form.signature)) return 'mismatch';
  if (form.kind === 'ed25519') return 'holds';
  const covered = Buffer.concat([form.signature, Buffer.from(form.comment)]);
  return verify(null, covered, key, form.global) ? 'holds' : 'comment-changed';
};
