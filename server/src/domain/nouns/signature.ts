import { createPrivateKey, createPublicKey } from 'node:crypto';

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

/** The same for X25519, on whose curve every point of Ed25519 has its like. */
const pkcs8OfX = Buffer.from('302e020100300506032b656e04220420', 'hex');

const publicHalf = (head: Buffer, secret: Uint8Array): Buffer => {
  const key = createPrivateKey({ key: Buffer.concat([head, secret]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
};

const field = 2n ** 255n - 19n;

const inverse = (value: bigint): bigint => {
  let [power, square] = [1n, value];
  for (let rest = field - 2n; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) power = (power * square) % field;
    square = (square * square) % field;
  }
  return power;
};

/** The point of X25519 that one of Ed25519 is: (1 + y) / (1 − y), RFC 7748. */
const likeOf = (point: Uint8Array): Buffer => {
  const y = BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const u = ((1n + y) * inverse((1n - y + 2n * field) % field)) % field;
  return Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse();
};

/**
 * The seed with the public key behind it, as libsodium has it; or the number made of the seed, as Sparkle had it once. Each
 * look is a calculation on the curve, so that only what is hardly more than one word is looked at.
 */
const isRawPair = (bytes: Buffer): boolean => {
  if (bytes.length === 64) return publicHalf(pkcs8, bytes.subarray(0, 32)).equals(bytes.subarray(32));
  const [first = 0, last = 0] = [bytes[0], bytes[31]];
  // Such a number has five bits that are always the same.
  if (bytes.length !== 96 || (first & 7) !== 0 || (last & 0xc0) !== 0x40) return false;
  return publicHalf(pkcs8OfX, bytes.subarray(0, 32)).equals(likeOf(bytes.subarray(64)));
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
export const holdsPrivateKey = (text: string): boolean => holds(text.slice(0, mostCharacters).trim(), 1);
