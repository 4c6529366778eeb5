import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { Point } from '@noble/ed25519';
import { createHasher } from '../../../src/domain/model/hashes.ts';
import { messageHash, verifyWithHash } from '../../../src/domain/signatures/ed25519.ts';

/* Signatures that are valid, nearly valid, or made to divide verifiers. */

/** The group order. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const spki = Buffer.from('302a300506032b6570032100', 'hex');

export interface Ed25519Case {
  what: string;
  message: Buffer;
  signature: Buffer;
  publicKey: Buffer;
}

/** Mulberry32, deterministic. */
export const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const field = 2n ** 255n - 19n;
const high = 2n ** 255n;
const eighth = BigInt('0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7');

/** Every encoding of a point whose order divides 8, including those that RFC 8032 forbids. */
export const smallOrder: readonly Buffer[] = [
  ...[0n, 1n, field - 1n, field, field + 1n, eighth, field - eighth],
  ...[
    high,
    high + 1n,
    high + field - 1n,
    high + field,
    high + field + 1n,
    high + eighth,
    high + field - eighth,
  ],
].map(toBytes);

const bytesOf = (length: number, random: () => number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

const flip = (bytes: Buffer, random: () => number): Buffer => {
  const flipped = Buffer.from(bytes);
  const bit = Math.floor(random() * bytes.length * 8);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
};

type Change = (good: Ed25519Case, random: () => number) => Partial<Ed25519Case>;

const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

const withS = (signature: Buffer, change: (s: bigint) => bigint): Buffer =>
  Buffer.concat([signature.subarray(0, 32), toBytes(change(toNumber(signature.subarray(32))) % 2n ** 256n)]);

const changes: Record<string, Change> = {
  good: () => ({}),
  'a flipped bit of the signature': ({ signature }, random) => ({ signature: flip(signature, random) }),
  'a flipped bit of the message': ({ message }, random) => ({ message: flip(message, random) }),
  'a flipped bit of the key': ({ publicKey }, random) => ({ publicKey: flip(publicKey, random) }),
  'S with the order added': ({ signature }) => ({ signature: withS(signature, (s) => s + order) }),
  'S with the order added often': ({ signature }) => ({ signature: withS(signature, (s) => s + 8n * order) }),
  'S of the order': ({ signature }) => ({ signature: withS(signature, () => order) }),
  'S of zero': ({ signature }) => ({ signature: withS(signature, () => 0n) }),
  'S with its high bits set': ({ signature }) => ({ signature: withS(signature, (s) => s | (7n << 253n)) }),
  'R of small order': ({ signature }, random) => ({
    signature: Buffer.concat([pick(smallOrder, random), signature.subarray(32)]),
  }),
  // R is the identity, with a matching S.
  'R of small order that its signer chose': ({ message }, random) => {
    const scalar = BigInt(1 + Math.floor(random() * 2 ** 40));
    const publicKey = Buffer.from(Point.BASE.multiply(scalar).toBytes());
    const r = toBytes(pick([1n, field + 1n, high + 1n], random));
    const k = toNumber(createHash('sha512').update(r).update(publicKey).update(message).digest());
    return { publicKey, signature: Buffer.concat([r, toBytes((k * scalar) % order)]) };
  },
  'a key of small order': (_, random) => ({ publicKey: pick(smallOrder, random) }),
  // With S = 0 and a key of small order such a pair is valid for many messages.
  'key and R of small order': (_, random) => ({
    publicKey: pick(smallOrder, random),
    signature: Buffer.concat([pick(smallOrder, random), Buffer.alloc(32)]),
  }),
  'a key written with y of the field and more': (_, random) => ({
    publicKey: toBytes((random() < 0.5 ? 0n : high) + field + BigInt(Math.floor(random() * 19))),
  }),
  'bytes of chance': (_, random) => ({
    signature: bytesOf(64, random),
  }),
};

/** This many cases, cycling through the kinds. */
export const ed25519Cases = function* (count: number, seed: number): Generator<Ed25519Case> {
  const random = createRandom(seed);
  const kinds = Object.entries(changes);
  const keys = Array.from({ length: 16 }, () => generateKeyPairSync('ed25519'));
  for (let index = 0; index < count; index++) {
    const [what, change] = kinds[index % kinds.length] as [string, Change];
    const { privateKey, publicKey } = pick(keys, random);
    const message = bytesOf(1 + Math.floor(random() * 300), random);
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(spki.length);
    const good = { what, message, signature: sign(null, message, privateKey), publicKey: point };
    yield { ...good, ...change(good, random) };
  }
};

const isWeak = (bytes: Buffer): boolean => smallOrder.some((weak) => weak.equals(bytes));

const [major = 0, minor = 0] = process.versions.openssl.split('.').map(Number);
/** OpenSSL before 3.5 accepted points of small order, so older versions skip those. */
const takesWeak = major < 3 || (major === 3 && minor < 5);

export const byOpenssl = ({ message, signature, publicKey }: Ed25519Case): boolean => {
  if (takesWeak && (isWeak(publicKey) || isWeak(signature.subarray(0, 32)))) return false;
  const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};

/** Our result for a message in chunks. */
export const byPieces = ({ message, signature, publicKey }: Ed25519Case, pieceBytes = 64): boolean => {
  const hashing = createHasher({}, [messageHash(signature, publicKey)]);
  for (let from = 0; from < message.length; from += pieceBytes)
    hashing.update(message.subarray(from, from + pieceBytes));
  const [hash = Buffer.alloc(0)] = hashing.digest().extraDigests;
  return verifyWithHash(hash, signature, publicKey);
};
