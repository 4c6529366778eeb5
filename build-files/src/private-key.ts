import { toLatin1 } from '@slipway/core/base64.ts';

/*
 * A private key must never leave this machine, so this check is local. Real signatures contain "signature from tauri
 * secret key", so the words alone prove nothing. A private key is one of these: a minisign file (named in its first
 * line, or 158 bytes that begin with `Ed`), PKCS #8 or PEM, or a seed followed by its public key.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/im;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** Standard or URL-safe base64. */
const word = /[A-Za-z0-9+/_-]+={0,2}/g;
const wholeWord = /^[A-Za-z0-9+/_-]+={0,2}$/;
const secretKeyBytes = 158;
/** The prefix that RFC 8410 puts before a 32-byte private key, in hex. */
const pkcs8 = '302e020100300506032b657004220420';
/** CI systems store secrets in base64, and Tauri's file already is base64. */
const layers = 3;

/** Whether the second half of 64 bytes is the public key of the first. The caller supplies the crypto. */
export type IsKeyPair = (bytes: Uint8Array) => boolean;

/** Decodes either base64 alphabet and ignores other characters. */
const loosely = (text: string): Uint8Array => {
  const dense = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A single leftover character encodes no byte.
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

/** Finds a key inside quotes or after a variable name. */
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
  // Base64 may be split into lines, so the whole text is decoded as well as its longest word.
  return [...new Set([text, longest])].some((one) => holds(toLatin1(loosely(one)), layer + 1, isPair));
};

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string, isPair: IsKeyPair): boolean => holds(text.trim(), 1, isPair);
