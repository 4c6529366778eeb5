import { createHash } from 'node:crypto';
import type { Instant } from './instant.ts';

/* What was found of an artifact's signature. It counts for exactly these bytes and this signature. */

/** Whose signature it is, proven with the bytes; `version` is what it was made for, where it says so. */
export interface Signer {
  /** Of the signing key. */
  id: string;
  keyId: string;
  version: string | undefined;
}

export interface SignatureVerdict {
  /** When the newest key was made that was asked: what is added later was not. */
  at: Instant;
  /** Undefined where no key of that time made the signature over these bytes. */
  signedBy: Signer | undefined;
}

/** What a verdict is about: kept with it, so that one of other bytes or another signature is never taken for it. */
export const verdictKeyOf = (artifact: { sha256: string; signature: string | undefined }): string =>
  createHash('sha256')
    .update(`${artifact.sha256}\n${artifact.signature ?? ''}`)
    .digest('hex');
