import { decodeBase64, toLatin1 } from './base64.ts';

/*
 * A minisign signature begins with `ED` if it covers the file's BLAKE2b-512, with `Ed` if it covers the file itself; a
 * second one covers the trusted comment. Sparkle's signatures are 64 bytes.
 */

export interface Signature {
  /** The ID of the signing key; undefined for a bare signature, which has none. */
  keyId: string | undefined;
  /** Covers the file's BLAKE2b-512, not the file itself. */
  isPrehashed: boolean;
  bytes: Uint8Array;
  /** The trusted comment and its signature; undefined for a bare signature. */
  comment: { text: string; signature: Uint8Array } | undefined;
}

const signatureBytes = 64;

/** Accepts plain minisign text and Tauri's base64 form. */
export const minisignLines = (text: string): string[] => {
  const plain = text.includes('untrusted comment:')
    ? text
    : new TextDecoder().decode(decodeBase64(text.trim()));
  return plain.includes('untrusted comment:') ? plain.split('\n').map((line) => line.trim()) : [];
};

/** Minisign shows the eight bytes as a little-endian number. */
export const formatKeyId = (bytes: Uint8Array): string =>
  [...bytes]
    .reverse()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** The ID of the signing key; undefined unless the signature is from minisign or Tauri. */
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

/** Parses a Tauri, minisign, or Sparkle signature; undefined for any other text. */
export const parseSignature = (text: string): Signature | undefined => {
  const lines = minisignLines(text);
  if (lines.length > 0) return parseMinisign(lines);
  const bytes = decodeBase64(text.trim());
  if (bytes.length !== signatureBytes) return undefined;
  return { keyId: undefined, isPrehashed: false, bytes, comment: undefined };
};
