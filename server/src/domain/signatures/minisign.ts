import type { MinisignSignature } from '@slipway/core/minisign.ts';
import { isSemVer } from '../model/sem-ver.ts';
import { verifySignature } from './ed25519.ts';

/* Verifies minisign's comment, and applies Tauri's rule for the signed version (`verify_signed_version`). */

/** Verifies the global signature over signature and trusted comment. */
export const isCommentSigned = (
  { signature, comment, global }: MinisignSignature,
  point: Uint8Array,
): boolean => verifySignature(Buffer.concat([signature, Buffer.from(comment)]), global, point);

/** Rust's `semver` uses 64-bit numbers. */
const largest = 2n ** 64n - 1n;

/** Tauri strips every leading `v`. */
const withoutV = (version: string): string => version.replace(/^v+/, '');

export const isTauriVersion = (version: string): boolean => isSemVer(withoutV(version), largest);

/**
 * Equal as SemVer including build metadata, or literally equal if one is not SemVer. SemVer has a single spelling per
 * version.
 */
export const matchesSignedVersion = (signed: string, announced: string): boolean =>
  isTauriVersion(signed) && isTauriVersion(announced)
    ? withoutV(signed) === withoutV(announced)
    : signed === announced;
