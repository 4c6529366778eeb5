import { decodeBase64 } from './base64.ts';
import { isMinisignText, type MinisignKey, parseMinisignKey, pointBytes } from './minisign.ts';

export type PublicKeyText = {
  /** The line or word that contains the key. */
  line: string;
} & (({ kind: 'minisign' } & MinisignKey) | { kind: 'ed25519'; keyId: undefined; point: Uint8Array });

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const parseLine = (line: string): PublicKeyText | undefined => {
  const key = parseMinisignKey(line);
  if (key !== undefined) return { kind: 'minisign', ...key, line };
  const point = decodeBase64(line);
  return point?.length === pointBytes ? { kind: 'ed25519', keyId: undefined, point, line } : undefined;
};

/** Minisign's text has the key in its second line. */
const parseLines = (text: string): PublicKeyText | undefined => {
  const [first = '', second = ''] = text.split(/\r?\n/).map((line) => line.trim());
  return parseLine(isMinisignText(first) ? second : first);
};

/** Accepts Tauri's `.pub`, minisign's text or its second line, or 32 bytes in base64. */
export const parsePublicKeyText = (input: string): PublicKeyText | undefined => {
  const text = input.trim();
  return parseLines(text) ?? parseLines(utf8.decode(decodeBase64(text) ?? new Uint8Array()));
};
