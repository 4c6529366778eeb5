import { decodeBase64, toLatin1 } from './base64.ts';

/*
 * Signatures as updaters verify them. Minisign's begin with `ED` where they cover the BLAKE2b-512 of the file, with
 * `Ed` where they cover the file itself, and a second one covers the trusted comment. Sparkle's are 64 bytes.
 */

export interface Signature {
  /** The name of the key that made it; undefined for a bare one, which does not say. */
  keyId: string | undefined;
  /** Whether it covers the file's BLAKE2b-512, and not the file itself. */
  isPrehashed: boolean;
  bytes: Uint8Array;
  /** The trusted comment and what signs it; undefined for a bare one. */
  comment: { text: string; signature: Uint8Array } | undefined;
}

const signatureBytes = 64;

/** Minisign's text: as it stands, or as Tauri keeps it, in base64. */
export const minisignLines = (text: string): string[] => {
  const plain = text.includes('untrusted comment:')
    ? text
    : new TextDecoder().decode(decodeBase64(text.trim()));
  return plain.includes('untrusted comment:') ? plain.split('\n').map((line) => line.trim()) : [];
};

/** Minisign shows the eight bytes as a number, the last one first. */
export const formatKeyId = (bytes: Uint8Array): string =>
  [...bytes]
    .reverse()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** The name of the key that made a signature, where that is minisign's or Tauri's. */
export const signerKeyId = (text: string): string | undefined => {
  const bytes = decodeBase64(minisignLines(text)[1] ?? '');
  return bytes.length === signatureBytes + 10 ? formatKeyId(bytes.subarray(2, 10)) : undefined;
};

const parseMinisign = ([, line = '', comment = '', global = '']: string[]): Signature | undefined => {
  const bytes = decodeBase64(line);
  const kind = toLatin1(bytes.subarray(0, 2));
  if (bytes.length !== signatureBytes + 10 || !['ED', 'Ed'].includes(kind)) return undefined;
  return {
    keyId: formatKeyId(bytes.subarray(2, 10)),
    isPrehashed: kind === 'ED',
    bytes: bytes.subarray(10),
    comment: { text: comment.replace(/^trusted comment: /, ''), signature: decodeBase64(global) },
  };
};

/** Reads a signature of Tauri, minisign or Sparkle; undefined for any other text. */
export const parseSignature = (text: string): Signature | undefined => {
  const lines = minisignLines(text);
  if (lines.length > 0) return parseMinisign(lines);
  const bytes = decodeBase64(text.trim());
  if (bytes.length !== signatureBytes) return undefined;
  return { keyId: undefined, isPrehashed: false, bytes, comment: undefined };
};
