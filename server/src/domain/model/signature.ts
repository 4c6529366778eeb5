import { createPrivateKey } from 'node:crypto';

/*
 * What a signature must never be. A real one says "signature from tauri secret key", so the words alone are no sign:
 * a private key is called one in minisign's first line, its own line holds 158 bytes that begin with `Ed`, or it is PEM.
 * Raw keys of Ed25519 come with their public half, which shows what they are.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/i;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** In base64, as RFC 4648 has it or for URLs. */
const word = /[A-Za-z0-9+/_-]+={0,2}/g;
/** What RFC 8410 puts before the 32 bytes of a private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const bytesOfMinisign = 158;
/** How long the base64 of each is, with its padding and without, so that most words need not be decoded. */
const lengths: ReadonlySet<number> = new Set([64, 86, 88, 128, 211, 212]);
/** No longer text is ever stored as a signature. */
const mostCharacters = 32 * 1024;

/** A public half must be named, and is worked out anew from the private one. */
const anyPoint = Buffer.alloc(32).toString('base64url');

/** As a JSON Web Key, for no parser of ASN.1 is asked then: half the cost. */
const publicHalf = (crv: 'Ed25519' | 'X25519', secret: Buffer): Buffer => {
  const d = secret.toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv, d, x: anyPoint }, format: 'jwk' });
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
};

const field = 2n ** 255n - 19n;

/** Points travel as the number of one coordinate, least byte first; the topmost bit says something else. */
const numberOf = (point: Buffer): bigint =>
  BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`) & (2n ** 255n - 1n);

/** Whether a point of X25519 is the like of one of Ed25519: u = (1 + y) / (1 − y), RFC 7748, without the division. */
const areAlike = (ofX: Buffer, ofEd: Buffer): boolean => {
  const [u, y] = [numberOf(ofX), numberOf(ofEd)];
  return (u * (1n - y) - (1n + y)) % field === 0n;
};

/**
 * The seed with the public key behind it, as libsodium has it; or the number made of the seed, as Sparkle had it once. Each
 * look is a calculation on the curve, so that only what is hardly more than one word is looked at.
 */
const isRawPair = (bytes: Buffer): boolean => {
  if (bytes.length === 64) return publicHalf('Ed25519', bytes.subarray(0, 32)).equals(bytes.subarray(32));
  const [first = 0, last = 0] = [bytes[0], bytes[31]];
  // Such a number has five bits that are always the same.
  if (bytes.length !== 96 || (first & 7) !== 0 || (last & 0xc0) !== 0x40) return false;
  return areAlike(publicHalf('X25519', bytes.subarray(0, 32)), bytes.subarray(64));
};

/** Minisign's own layout: algorithm, kind of encryption (none is two zeros), kind of checksum. */
const isLaidOut = (bytes: Buffer): boolean =>
  bytes.length === bytesOfMinisign
    ? bytes.toString('latin1', 0, 2) === 'Ed'
    : bytes.length === pkcs8.length + 32 && bytes.subarray(0, pkcs8.length).equals(pkcs8);

const decoded = (text: string): Buffer => Buffer.from(lengths.has(text.length) ? text : '', 'base64');

/** A key among other things: quotes stand around it, or the name of a variable before it. */
const longestWord = (text: string): string =>
  (text.match(word) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

/** As much as stands around a key by accident. */
const mostAround = 40;

const isPrivate = (text: string, longest: string): boolean =>
  named.test(text) ||
  pem.test(text) ||
  (text.length - longest.length <= mostAround && isRawPair(decoded(longest))) ||
  [longest, ...text.split('\n')].some((line) => isLaidOut(decoded(line.trim())));

/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

const holds = (text: string, layer: number): boolean => {
  const longest = longestWord(text);
  if (isPrivate(text, longest)) return true;
  if (layer === layers) return false;
  // Base64 that is broken into lines is one text, whatever its longest word is.
  const inner = [text, longest].map((one) => Buffer.from(one, 'base64').toString('latin1'));
  return [...new Set(inner)].some((one) => holds(one, layer + 1));
};

/** Whether a text is or holds a private key, as it stands or in base64: it must never be stored. */
export const containsPrivateKey = (text: string): boolean => holds(text.slice(0, mostCharacters).trim(), 1);
