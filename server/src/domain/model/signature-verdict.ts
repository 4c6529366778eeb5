import { createHash } from 'node:crypto';
import type { Instant } from './instant.ts';

/* The verification result of a signature, valid only for these bytes and this signature. */

/** Verified against the bytes; `version` is the one the signature names, if any. */
export interface Signer {
  /** The signing key's ID. */
  id: string;
  keyId: string;
  version: string | undefined;
}

export interface SignatureVerdict {
  /** When the newest tested key was created; later keys were not tested. */
  at: Instant;
  /** Undefined if no key of that time made the signature. */
  signedBy: Signer | undefined;
}

/** Stored with the verdict, so that it never applies to other bytes or another signature. */
export const verdictKeyOf = (artifact: { sha256: string; signature: string | undefined }): string =>
  createHash('sha256')
    .update(`${artifact.sha256}\n${artifact.signature ?? ''}`)
    .digest('hex');
