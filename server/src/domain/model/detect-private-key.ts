import { createPrivateKey } from 'node:crypto';

/*
 * Detects private keys, which must never be stored as a signature. A real one says "signature from tauri secret key",
 * so words prove nothing. A private key is named in minisign's first line, decodes to 158 bytes that begin with `Ed`,
 * or is PEM. Raw Ed25519 keys are recognized by their public half.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/i;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** Base64 of RFC 4648, including its URL-safe form. */
const word = /[A-Za-z0-9+/_-]+={0,2}/g;
/** The prefix of the 32 private key bytes in RFC 8410. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const bytesOfMinisign = 158;
/** Base64 lengths of each format, padded and unpadded, so that most words need not be decoded. */
const lengths: ReadonlySet<number> = new Set([64, 86, 88, 128, 211, 212]);
/** Longer texts are never stored as a signature. */
const mostCharacters = 32 * 1024;

/** Required by the API but ignored: the public half is derived from the private one. */
const anyPoint = Buffer.alloc(32).toString('base64url');

/** JSON Web Keys avoid the ASN.1 parser, which halves the cost. */
const publicHalf = (crv: 'Ed25519' | 'X25519', secret: Buffer): Buffer => {
  const d = secret.toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv, d, x: anyPoint }, format: 'jwk' });
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
};

const field = 2n ** 255n - 19n;

/** Points are encoded as one little-endian coordinate; the top bit is a sign. */
const numberOf = (point: Buffer): bigint =>
  BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`) & (2n ** 255n - 1n);

/** Whether an X25519 point matches an Ed25519 one: u = (1 + y) / (1 − y), RFC 7748, without the division. */
const areAlike = (ofX: Buffer, ofEd: Buffer): boolean => {
  const [u, y] = [numberOf(ofX), numberOf(ofEd)];
  return (u * (1n - y) - (1n + y)) % field === 0n;
};

/**
 * Seed plus public key, as in libsodium, or the scalar made from the seed, as in old Sparkle. Each test is a curve
 * operation, so only texts of about one word are tested.
 */
const isRawPair = (bytes: Buffer): boolean => {
  if (bytes.length === 64) return publicHalf('Ed25519', bytes.subarray(0, 32)).equals(bytes.subarray(32));
  const [first = 0, last = 0] = [bytes[0], bytes[31]];
  // Five bits of a scalar are fixed.
  if (bytes.length !== 96 || (first & 7) !== 0 || (last & 0xc0) !== 0x40) return false;
  return areAlike(publicHalf('X25519', bytes.subarray(0, 32)), bytes.subarray(64));
};

/** Minisign's layout: algorithm, encryption (two zeros for none), checksum. */
const isLaidOut = (bytes: Buffer): boolean =>
  bytes.length === bytesOfMinisign
    ? bytes.toString('latin1', 0, 2) === 'Ed'
    : bytes.length === pkcs8.length + 32 && bytes.subarray(0, pkcs8.length).equals(pkcs8);

const decoded = (text: string): Buffer => Buffer.from(lengths.has(text.length) ? text : '', 'base64');

/** Finds a key inside quotes or after a variable name. */
const longestWord = (text: string): string =>
  (text.match(word) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

/** The maximum of other characters around a key. */
const mostAround = 40;

const isPrivate = (text: string, longest: string): boolean =>
  named.test(text) ||
  pem.test(text) ||
  (text.length - longest.length <= mostAround && isRawPair(decoded(longest))) ||
  [longest, ...text.split('\n')].some((line) => isLaidOut(decoded(line.trim())));

/** CI systems store secrets in base64, and Tauri's file is already base64. */
const layers = 3;

const holds = (text: string, layer: number): boolean => {
  const longest = longestWord(text);
  if (isPrivate(text, longest)) return true;
  if (layer === layers) return false;
  // Base64 with line breaks is one text, so its longest word is not enough.
  const inner = [text, longest].map((one) => Buffer.from(one, 'base64').toString('latin1'));
  return [...new Set(inner)].some((one) => holds(one, layer + 1));
};

/** Plain or in base64. */
export const containsPrivateKey = (text: string): boolean => holds(text.slice(0, mostCharacters).trim(), 1);
