import { verify } from 'node:crypto';
import type { Signature } from '@slipway/build-files/signature.ts';
import type { PublicKey } from './public-key.ts';

export const isSameKind = ({ keyId }: Signature, { isBare }: PublicKey): boolean =>
  isBare === (keyId === undefined);

/** A bare signature does not name its key, so several keys may match. */
export const candidateKeys = (signature: Signature, keys: readonly PublicKey[]): PublicKey[] =>
  keys.filter(
    (key) => isSameKind(signature, key) && (signature.keyId === undefined || signature.keyId === key.keyId),
  );

export type SignatureResult = 'holds' | 'mismatch' | 'comment-changed';

/** `signed` is the file, or its BLAKE2b-512 for a prehashed signature. */
export const verifySignature = (
  { bytes, comment }: Signature,
  { key }: PublicKey,
  signed: Uint8Array,
): SignatureResult => {
  if (!verify(null, signed, key, bytes)) return 'mismatch';
  if (comment === undefined) return 'holds';
  const covered = Buffer.concat([bytes, Buffer.from(comment.text)]);
  return verify(null, covered, key, comment.signature) ? 'holds' : 'comment-changed';
};
