import { verify } from 'node:crypto';
import { bytesOf, keyIdOf, minisignLines, type PublicKey } from './public-key.ts';

/*
 * Signatures as updaters verify them. Minisign's begin with `ED` where they cover the BLAKE2b-512 of the file, with
 * `Ed` where they cover the file itself, and a second one covers the trusted comment. Sparkle's are 64 bytes.
 */

export interface Signature {
  /** The name of the key that made it; undefined for a bare one, which does not say. */
  keyId: string | undefined;
  /** Whether it covers the file's BLAKE2b-512, and not the file itself. */
  isPrehashed: boolean;
  bytes: Buffer;
  /** The trusted comment and what signs it; undefined for a bare one. */
  comment: { text: string; signature: Buffer } | undefined;
}

const signatureBytes = 64;

const parseMinisign = ([, line = '', comment = '', global = '']: string[]): Signature | undefined => {
  const bytes = bytesOf(line);
  const kind = bytes.toString('latin1', 0, 2);
  if (bytes.length !== signatureBytes + 10 || !['ED', 'Ed'].includes(kind)) return undefined;
  return {
    keyId: keyIdOf(bytes.subarray(2, 10)),
    isPrehashed: kind === 'ED',
    bytes: bytes.subarray(10),
    comment: { text: comment.replace(/^trusted comment: /, ''), signature: bytesOf(global) },
  };
};

/** Reads a signature of Tauri, minisign or Sparkle; undefined for any other text. */
export const parseSignature = (text: string): Signature | undefined => {
  const lines = minisignLines(text);
  if (lines.length > 0) return parseMinisign(lines);
  const bytes = bytesOf(text.trim());
  if (bytes.length !== signatureBytes) return undefined;
  return { keyId: undefined, isPrehashed: false, bytes, comment: undefined };
};

export const isOfKind = ({ keyId }: Signature, { isBare }: PublicKey): boolean =>
  isBare === (keyId === undefined);

/** The keys of which one may have made a signature: a bare one does not say which. */
export const candidatesFor = (signature: Signature, keys: readonly PublicKey[]): PublicKey[] =>
  keys.filter(
    (key) => isOfKind(signature, key) && (signature.keyId === undefined || signature.keyId === key.keyId),
  );

/** What a key says of a signature: that it holds, that it is of other bytes, or that its comment was changed. */
export type Holding = 'holds' | 'mismatch' | 'comment-changed';

/** Verifies a signature; `signed` is the file, or its BLAKE2b-512 where that was signed. */
export const verifySignature = (
  { bytes, comment }: Signature,
  { key }: PublicKey,
  signed: Buffer,
): Holding => {
  if (!verify(null, signed, key, bytes)) return 'mismatch';
  if (comment === undefined) return 'holds';
  const covered = Buffer.concat([bytes, Buffer.from(comment.text)]);
  return verify(null, covered, key, comment.signature) ? 'holds' : 'comment-changed';
};
