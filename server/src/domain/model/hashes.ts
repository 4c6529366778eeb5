import { createHash } from 'node:crypto';
import type { Digests } from './artifact-facts.ts';

/* Computes all hashes of some bytes in one pass. */

/** The SHA-256 in lowercase hex, plus requested ones. */
export interface Hashes extends Digests {
  sha256: string;
}

/** A further hash over `head` followed by the bytes. */
export interface ExtraHash {
  algorithm: 'blake2b512' | 'sha512';
  head?: Uint8Array;
}

/** Needed to verify signatures, even if the bytes are already verified. */
export type ExtraHashes = readonly ExtraHash[];

/** In the order of the requested hashes. */
export type ExtraDigests = readonly Uint8Array[];

export interface HashResult {
  hashes: Hashes;
  extraDigests: ExtraDigests;
}

export interface Hasher {
  update(piece: Uint8Array): void;
  digest(): HashResult;
}

/** Computes only the requested hashes besides the SHA-256, since they cost far more. */
export const createHasher = (requested: Digests = {}, watch: ExtraHashes = []): Hasher => {
  const sha256 = createHash('sha256');
  const sha512 = requested.sha512 === undefined ? undefined : createHash('sha512');
  const sha1 = requested.sha1 === undefined ? undefined : createHash('sha1');
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
      extraDigests: watched.map((hash) => hash.digest()),
    }),
  };
};

/** Undefined if all declared hashes match. */
export type HashFault = 'hash-differs' | 'sha512-differs' | 'sha1-differs';

export const findHashMismatch = (declared: Hashes, found: Hashes): HashFault | undefined => {
  if (found.sha256 !== declared.sha256) return 'hash-differs';
  if (declared.sha512 !== undefined && found.sha512 !== declared.sha512) return 'sha512-differs';
  return declared.sha1 !== undefined && found.sha1 !== declared.sha1 ? 'sha1-differs' : undefined;
};

const kibibyte = 1024;

/** Chunk size: hashing a mebibyte with SHA-512 would block the event loop for three milliseconds. */
export const hashChunkBytes = ({ sha512, sha1 }: Digests, watch?: ExtraHashes): number => {
  if (sha512 !== undefined || sha1 !== undefined) return 128 * kibibyte;
  return (watch === undefined ? 1024 : 256) * kibibyte;
};
