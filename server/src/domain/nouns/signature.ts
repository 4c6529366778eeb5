import { createPrivateKey, createPublicKey } from 'node:crypto';

/*
 * What a signature must never be. A real one says "signature from tauri secret key", so the words alone are no sign:
 * a private key is called one in minisign's first line, its own line holds 158 bytes that begin with `Ed`, or it is PEM.
 * Raw keys of Ed25519 come with their public half, which shows what they are.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/i;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** What RFC 8410 puts before the 32 bytes of a private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** How long the base64 of each is, so that most lines need not be decoded. */
const lengths = { minisign: 212, pkcs8: 64, pair: 88, triple: 128 };
/** No longer text is ever stored as a signature. */
const longest = 32 * 1024;

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
 * The seed with the public key behind it, as libsodium has it; or the number made of the seed, as Sparkle had it once. Only
 * the whole of a text is looked at: each look is a calculation on the curve.
 */
const isRawPair = (text: string): boolean => {
  const isLong = text.length === lengths.triple;
  if ((!isLong && text.length !== lengths.pair) || !base64.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 64) return publicHalf(pkcs8, bytes.subarray(0, 32)).equals(bytes.subarray(32));
  const [first = 0, last = 0] = [bytes[0], bytes[31]];
  // Such a number has five bits that are always the same.
  if (bytes.length !== 96 || (first & 7) !== 0 || (last & 0xc0) !== 0x40) return false;
  return publicHalf(pkcs8OfX, bytes.subarray(0, 32)).equals(likeOf(bytes.subarray(64)));
};

const isSecretLine = (line: string): boolean => {
  const isMinisign = line.length === lengths.minisign;
  if ((!isMinisign && line.length !== lengths.pkcs8) || !base64.test(line)) return false;
  const bytes = Buffer.from(line, 'base64');
  // Algorithm, kind of encryption (none is two zeros), kind of checksum: minisign's own layout.
  if (isMinisign) return bytes.toString('latin1', 0, 2) === 'Ed';
  return bytes.subarray(0, pkcs8.length).equals(pkcs8);
};

const isPrivate = (text: string): boolean =>
  named.test(text) ||
  pem.test(text) ||
  isRawPair(text) ||
  text.split('\n').some((line) => isSecretLine(line.trim()));

/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

/** Whether a text is or holds a private key, as it stands or in base64: it must never be stored. */
export const holdsPrivateKey = (text: string): boolean => {
  let inner = text.slice(0, longest).trim();
  for (let layer = 0; layer < layers; layer++) {
    if (isPrivate(inner)) return true;
    inner = Buffer.from(inner, 'base64').toString('latin1');
  }
  return false;
};
