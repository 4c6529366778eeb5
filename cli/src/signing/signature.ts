import { verify } from 'node:crypto';
import type { Signature } from '@slipway/build-files/signature.ts';
import type { PublicKey } from './public-key.ts';

/* Signatures as updaters verify them. */

export const isSameKind = ({ keyId }: Signature, { isBare }: PublicKey): boolean =>
  isBare === (keyId === undefined);

/** The keys of which one may have made a signature: a bare one does not say which. */
export const candidateKeys = (signature: Signature, keys: readonly PublicKey[]): PublicKey[] =>
  keys.filter(
    (key) => isSameKind(signature, key) && (signature.keyId === undefined || signature.keyId === key.keyId),
  );

/** What a key says of a signature: that it holds, that it is of other bytes, or that its comment was changed. */
export type SignatureResult = 'holds' | 'mismatch' | 'comment-changed';

/** Verifies a signature; `signed` is the file, or its BLAKE2b-512 where that was signed. */
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
