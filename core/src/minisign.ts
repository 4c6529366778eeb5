import { decodeBase64, toLatin1 } from './base64.ts';

/* Parses minisign files as strictly as rust-minisign-verify, which Tauri's clients use. */

export const signatureBytes = 64;
export const pointBytes = 32;
const algorithmBytes = 2;
const headBytes = algorithmBytes + 8;
const untrusted = 'untrusted comment:';
const trusted = 'trusted comment: ';

export interface MinisignSignature {
  /** Signs BLAKE2b-512 of the file (`ED`) instead of the file itself (`Ed`). */
  isPrehashed: boolean;
  keyId: string;
  signature: Uint8Array;
  /** Trust it only if the global signature is valid. */
  comment: string;
  global: Uint8Array;
}

export interface MinisignKey {
  keyId: string;
  /** The 32 bytes. */
  point: Uint8Array;
}

export const isMinisignText = (text: string): boolean => text.startsWith(untrusted);

const algorithmOf = (bytes: Uint8Array): string => toLatin1(bytes.subarray(0, algorithmBytes));

/** The key ID as minisign prints it: a little-endian number. */
const keyIdOf = (bytes: Uint8Array): string =>
  [...bytes.subarray(algorithmBytes, headBytes)]
    .reverse()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** The parsed lines, or the fault as the end of a sentence. */
export const parseMinisign = (text: string): MinisignSignature | string => {
  const [first = '', second = '', third = '', fourth = ''] = text.split(/\r?\n/);
  const [bytes, global] = [decodeBase64(second), decodeBase64(fourth)];
  const isWhole =
    isMinisignText(first) &&
    bytes?.length === headBytes + signatureBytes &&
    third.startsWith(trusted) &&
    global?.length === signatureBytes;
  if (!isWhole) return 'it does not hold a minisign signature';
  const algorithm = algorithmOf(bytes);
  if (algorithm !== 'ED' && algorithm !== 'Ed') return 'it is of an algorithm that minisign does not have';
  return {
    isPrehashed: algorithm === 'ED',
    keyId: keyIdOf(bytes),
    signature: bytes.subarray(headBytes),
    comment: third.slice(trusted.length),
    global,
  };
};

/** The line `RW…`. */
export const parseMinisignKey = (line: string): MinisignKey | undefined => {
  const bytes = decodeBase64(line);
  if (bytes?.length !== headBytes + pointBytes || algorithmOf(bytes) !== 'Ed') return undefined;
  return { keyId: keyIdOf(bytes), point: bytes.subarray(headBytes) };
};

/** The first tab-separated field that begins with `version:`. */
export const versionFromComment = (comment: string): string | undefined =>
  comment
    .split('\t')
    .find((field) => field.startsWith('version:'))
    ?.slice('version:'.length);
