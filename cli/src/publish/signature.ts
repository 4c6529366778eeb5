import { createPrivateKey, createPublicKey } from 'node:crypto';

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
/** What RFC 8410 puts before the 32 bytes of a private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

const decoded = (text: string): Buffer => Buffer.from(wholeWord.test(text) ? text : '', 'base64');

const isLaidOut = (bytes: Buffer): boolean =>
  bytes.length === secretKeyBytes
    ? bytes.toString('latin1', 0, 2) === 'Ed'
    : bytes.length === pkcs8.length + 32 && bytes.subarray(0, pkcs8.length).equals(pkcs8);

const isPair = (bytes: Buffer): boolean => {
  if (bytes.length !== 64) return false;
  const der = Buffer.concat([pkcs8, bytes.subarray(0, 32)]);
  const own = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return own.export({ format: 'der', type: 'spki' }).subarray(-32).equals(bytes.subarray(32));
};

/** A key among other things: quotes stand around it, or the name of a variable before it. */
const longestWord = (text: string): string =>
  (text.match(word) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

const isPlainKey = (text: string, longest: string): boolean =>
  named.test(text) ||
  pem.test(text) ||
  isPair(decoded(longest)) ||
  [longest, ...text.split('\n')].some((line) => isLaidOut(decoded(line.trim())));

const holds = (text: string, layer: number): boolean => {
  const longest = longestWord(text);
  if (isPlainKey(text, longest)) return true;
  if (layer === layers) return false;
  // Base64 that is broken into lines is one text, whatever its longest word is.
  return [...new Set([text, longest])].some((one) =>
    holds(Buffer.from(one, 'base64').toString('latin1'), layer + 1),
  );
};

/** Whether the text is or holds a private key, as it stands or in base64. */
export const isPrivateKey = (text: string): boolean => holds(text.trim(), 1);
