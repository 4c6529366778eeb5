import { createHash } from 'node:crypto';
import type { Digests } from './artifact-facts.ts';

/* One pass over some bytes: every hash of them is made in it, whoever wants it. */

/** The SHA-256 in lowercase hex, and whatever else was asked for. */
export interface Hashes extends Digests {
  sha256: string;
}

/** One more hash that is wanted of bytes: of `head`, and then of them. */
export interface ExtraHash {
  algorithm: 'blake2b512' | 'sha512';
  head?: Uint8Array;
}

/** What is wanted of the bytes that are found right, whatever is known of them already: signatures need it. */
export type ExtraHashes = readonly ExtraHash[];

/** What was found for a watch, in its order. */
export type ExtraDigests = readonly Uint8Array[];

/** What one pass over some bytes found. */
export interface HashResult {
  hashes: Hashes;
  seen: ExtraDigests;
}

/** Takes bytes piece by piece. */
export interface Hasher {
  update(piece: Uint8Array): void;
  digest(): HashResult;
}

/** Computes the SHA-256, and of the others those that are wanted: they cost far more than it does. */
export const createHasher = (wanted: Digests = {}, watch: ExtraHashes = []): Hasher => {
  const sha256 = createHash('sha256');
  const sha512 = wanted.sha512 === undefined ? undefined : createHash('sha512');
  const sha1 = wanted.sha1 === undefined ? undefined : createHash('sha1');
  const watched = watch.map(({ algorithm, head = new Uint8Array() }) => createHash(algorithm).update(head));
  return {
    update: (piece) => {
      sha256.update(piece);
      sha512?.update(piece);
      sha1?.update(piece);
      for (const hash of watched) hash.update(piece);
    },
    digest: () => ({
      hashes: {
        sha256: sha256.digest('hex'),
        ...(sha512 === undefined ? {} : { sha512: sha512.digest('base64') }),
        ...(sha1 === undefined ? {} : { sha1: sha1.digest('hex') }),
      },
      seen: watched.map((hash) => hash.digest()),
    }),
  };
};

/** Which of the declared hashes others have; undefined when they have them all. */
export type HashFault = 'hash-differs' | 'sha512-differs' | 'sha1-differs';

/** The first declared hash that is not the one that was found. */
export const findHashMismatch = (declared: Hashes, found: Hashes): HashFault | undefined => {
  if (found.sha256 !== declared.sha256) return 'hash-differs';
  if (declared.sha512 !== undefined && found.sha512 !== declared.sha512) return 'sha512-differs';
  return declared.sha1 !== undefined && found.sha1 !== declared.sha1 ? 'sha1-differs' : undefined;
};

const kibibyte = 1024;

/** Bytes that are hashed at once: SHA-512 of a mebibyte would hold up everyone else for three milliseconds. */
export const hashChunkBytes = ({ sha512, sha1 }: Digests, watch?: ExtraHashes): number => {
  if (sha512 !== undefined || sha1 !== undefined) return 128 * kibibyte;
  return (watch === undefined ? 1024 : 256) * kibibyte;
};
