import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/*
 * Minisign as Tauri uses it. The `.pub` and `.sig` files hold minisign's text in base64. A signature marked `ED` is
 * Ed25519 over the file's BLAKE2b-512; a second one covers it and the trusted comment, so that neither can be swapped.
 */

const prehashed = 'ED';

/** A valid signature's trusted comment, and the app version in it if any. */
export interface VerifiedSignature {
  trustedComment: string;
  version: string | undefined;
}

const linesOf = (base64: string): string[] => Buffer.from(base64, 'base64').toString('utf8').split('\n');

/** Two letters for the algorithm, eight bytes for the key ID, then the key or signature itself. */
const fieldsOf = (line: string | undefined) => {
  const bytes = Buffer.from(line ?? '', 'base64');
  return {
    algorithm: bytes.toString('latin1', 0, 2),
    keyId: bytes.toString('hex', 2, 10),
    rest: bytes.subarray(10),
  };
};

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });

/** Throws with the failed check unless the key signed exactly these bytes. */
export const verifyMinisign = (
  bytes: Uint8Array,
  signature: string,
  publicKey: string,
): VerifiedSignature => {
  const [, keyLine] = linesOf(publicKey);
  const [, signatureLine, commentLine = '', globalLine = ''] = linesOf(signature);
  const key = fieldsOf(keyLine);
  const made = fieldsOf(signatureLine);
  const trustedComment = commentLine.replace(/^trusted comment: /, '');
  if (made.algorithm !== prehashed) throw new Error(`the signature is of the kind "${made.algorithm}"`);
  if (made.keyId !== key.keyId) throw new Error('the signature was made by another key');

  const ed25519 = keyOf(key.rest);
  const digest = createHash('blake2b512').update(bytes).digest();
  if (!verify(null, digest, ed25519, made.rest)) throw new Error('the signature does not fit the bytes');
  const covered = Buffer.concat([made.rest, Buffer.from(trustedComment)]);
  if (!verify(null, covered, ed25519, Buffer.from(globalLine, 'base64')))
    throw new Error('the trusted comment was changed');
  return { trustedComment, version: /(?:^|\t)version:(\S+)/.exec(trustedComment)?.[1] };
};
