import { isSemVer } from '../model/sem-ver.ts';
import { decodeBase64 } from './base64.ts';
import { signatureBytes, verifySignature } from './ed25519.ts';

/*
 * Parses minisign files as strictly as rust-minisign-verify, which Tauri's clients use, and applies Tauri's rule for
 * the signed version (`verify_signed_version` in tauri-plugin-updater).
 */

const idBytes = 8;
const algorithmBytes = 2;
const headBytes = algorithmBytes + idBytes;
const untrusted = 'untrusted comment:';
const trusted = 'trusted comment: ';

export interface MinisignSignature {
  /** Signs BLAKE2b-512 of the file (`ED`) instead of the file itself (`Ed`). */
  isPrehashed: boolean;
  keyId: string;
  signature: Buffer;
  /** Trust it only if the global signature is valid. */
  comment: string;
  global: Buffer;
}

export interface MinisignKey {
  keyId: string;
  /** The 32 bytes. */
  point: Buffer;
}

/** The key ID as minisign prints it. */
const showId = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString('hex').toUpperCase();

/** The parsed lines, or the fault as the end of a sentence. */
export const parseMinisign = (text: string): MinisignSignature | string => {
  const [first = '', second = '', third = '', fourth = ''] = text.split(/\r?\n/);
  const [bytes, global] = [decodeBase64(second), decodeBase64(fourth)];
  const isWhole =
    first.startsWith(untrusted) &&
    bytes?.length === headBytes + signatureBytes &&
    third.startsWith(trusted) &&
    global?.length === signatureBytes;
  if (!isWhole) return 'it does not hold a minisign signature';
  const algorithm = bytes.toString('latin1', 0, algorithmBytes);
  if (algorithm !== 'ED' && algorithm !== 'Ed') return 'it is of an algorithm that minisign does not have';
  return {
    isPrehashed: algorithm === 'ED',
    keyId: showId(bytes.subarray(algorithmBytes, headBytes)),
    signature: bytes.subarray(headBytes),
    comment: third.slice(trusted.length),
    global,
  };
};

/** The line `RW…`. */
export const parseMinisignKey = (line: string): MinisignKey | undefined => {
  const bytes = decodeBase64(line);
  if (bytes?.length !== headBytes + 32 || bytes.toString('latin1', 0, algorithmBytes) !== 'Ed')
    return undefined;
  return { keyId: showId(bytes.subarray(algorithmBytes, headBytes)), point: bytes.subarray(headBytes) };
};

/** Verifies the global signature over signature and trusted comment. */
export const isCommentSigned = (
  { signature, comment, global }: MinisignSignature,
  point: Uint8Array,
): boolean => verifySignature(Buffer.concat([signature, Buffer.from(comment)]), global, point);

/** The first tab-separated field that begins with `version:`. */
export const versionFromComment = (comment: string): string | undefined =>
  comment
    .split('\t')
    .find((field) => field.startsWith('version:'))
    ?.slice('version:'.length);

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
