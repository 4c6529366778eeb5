import { isSemVer } from '../model/sem-ver.ts';
import { decodeBase64 } from './base64.ts';
import { signatureBytes, verifySignature } from './ed25519.ts';

/*
 * Minisign's files, read as the strictest of their readers does (rust-minisign-verify, which Tauri's clients have), and
 * Tauri's rule for the version that a signature was made for (`verify_signed_version` of tauri-plugin-updater).
 */

const idBytes = 8;
const algorithmBytes = 2;
const headBytes = algorithmBytes + idBytes;
const untrusted = 'untrusted comment:';
const trusted = 'trusted comment: ';

export interface MinisignSignature {
  /** Whether it signs BLAKE2b-512 of the file (`ED`), and not the file itself (`Ed`). */
  isPrehashed: boolean;
  keyId: string;
  signature: Buffer;
  /** What the global signature covers; to be read only when that holds. */
  comment: string;
  global: Buffer;
}

export interface MinisignKey {
  keyId: string;
  /** The 32 bytes. */
  point: Buffer;
}

/** An id as minisign shows it. */
const showId = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString('hex').toUpperCase();

/** The four lines of a signature, or what is wrong with them, in words that end a sentence. */
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

/** The line of a public key, `RW…`. */
export const parseMinisignKey = (line: string): MinisignKey | undefined => {
  const bytes = decodeBase64(line);
  if (bytes?.length !== headBytes + 32 || bytes.toString('latin1', 0, algorithmBytes) !== 'Ed')
    return undefined;
  return { keyId: showId(bytes.subarray(algorithmBytes, headBytes)), point: bytes.subarray(headBytes) };
};

/** Whether signature and trusted comment are as the owner of the key put them together. */
export const isCommentSigned = (
  { signature, comment, global }: MinisignSignature,
  point: Uint8Array,
): boolean => verifySignature(Buffer.concat([signature, Buffer.from(comment)]), global, point);

/** The version that a trusted comment names: of the fields that tabs part the first that begins `version:`. */
export const versionFromComment = (comment: string): string | undefined =>
  comment
    .split('\t')
    .find((field) => field.startsWith('version:'))
    ?.slice('version:'.length);

/** The numbers of Rust's `semver` are of 64 bits. */
const largest = 2n ** 64n - 1n;

/** Every leading `v` is taken off before a version is read. */
const withoutV = (version: string): string => version.replace(/^v+/, '');

/** Whether Tauri's clients can read a version at all. */
export const isTauriVersion = (version: string): boolean => isSemVer(withoutV(version), largest);

/**
 * Whether clients take a signed version for the announced one: equal as SemVer, build metadata included, or letter by
 * letter where one is none. SemVer has one spelling for a version.
 */
export const matchesSignedVersion = (signed: string, announced: string): boolean =>
  isTauriVersion(signed) && isTauriVersion(announced)
    ? withoutV(signed) === withoutV(announced)
    : signed === announced;
