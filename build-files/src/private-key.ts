import { toLatin1 } from './base64.ts';

/*
 * The one rule about signatures that is kept here, and not left to the service: a private key must never leave this
 * machine. A real signature says "signature from tauri secret key", so the words alone are no sign. A private key is
 * called one in minisign's first line, its own line holds 158 bytes that begin with `Ed`, it is PKCS #8 or PEM, or it is
 * a seed with its public key behind it.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/im;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** In base64, as RFC 4648 has it or for URLs. */
const word = /[A-Za-z0-9+/_-]+={0,2}/g;
const wholeWord = /^[A-Za-z0-9+/_-]+={0,2}$/;
const secretKeyBytes = 158;
/** What RFC 8410 puts before the 32 bytes of a private key, in hex. */
const pkcs8 = '302e020100300506032b657004220420';
/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

/** Whether the second half of 64 bytes is the public key of the first: whoever asks has a way to compute it. */
export type IsKeyPair = (bytes: Uint8Array) => boolean;

/** The bytes of base64 of either kind, whatever else lies between its characters. */
const loosely = (text: string): Uint8Array => {
  const dense = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A single character left over holds no byte.
  const whole = dense.length % 4 === 1 ? dense.slice(0, -1) : dense;
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0));
};

const decoded = (text: string): Uint8Array => (wholeWord.test(text) ? loosely(text) : new Uint8Array());

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const isLaidOut = (bytes: Uint8Array): boolean =>
  bytes.length === secretKeyBytes
    ? toLatin1(bytes.subarray(0, 2)) === 'Ed'
    : bytes.length === pkcs8.length / 2 + 32 && hexOf(bytes.subarray(0, pkcs8.length / 2)) === pkcs8;

/** A key among other things: quotes stand around it, or the name of a variable before it. */
const longestWord = (text: string): string =>
  (text.match(word) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

const isPlainKey = (text: string, longest: string, isPair: IsKeyPair): boolean => {
  const bytes = decoded(longest);
  if (named.test(text) || pem.test(text) || (bytes.length === 64 && isPair(bytes))) return true;
  return [longest, ...text.split('\n')].some((line) => isLaidOut(decoded(line.trim())));
};

const holds = (text: string, layer: number, isPair: IsKeyPair): boolean => {
  const longest = longestWord(text);
  if (isPlainKey(text, longest, isPair)) return true;
  if (layer === layers) return false;
  // Base64 that is broken into lines is one text, whatever its longest word is.
  return [...new Set([text, longest])].some((one) => holds(toLatin1(loosely(one)), layer + 1, isPair));
};

/** Whether the text is or holds a private key, as it stands or in base64. */
export const isPrivateKey = (text: string, isPair: IsKeyPair): boolean => holds(text.trim(), 1, isPair);
