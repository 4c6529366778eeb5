import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Point } from '@noble/ed25519';
import type { ExtraHash } from '../model/hashes.ts';

/*
 * Ed25519 (RFC 8032) over messages of any size. OpenSSL verifies only what is in memory as a whole; of a file only
 * k = SHA-512(R ‖ A ‖ M) is needed, which whoever reads it makes, and then one equation of points. It decides as OpenSSL
 * and libsodium do: neither key nor R of small order, S below the order of the group, and the encoding of S·B − k·A is R,
 * cofactor not cleared. Everything here is public: nothing needs to take the same time.
 */

const keyBytes = 32;
export const signatureBytes = 64;
/** What RFC 8410 puts before the 32 bytes of a public key. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');
const { n: order } = Point.CURVE();

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** The point that bytes stand for, or none: OpenSSL takes y of 2²⁵⁵ − 19 and more, too. */
const findPoint = (bytes: Uint8Array, isLenient: boolean): Point | undefined => {
  try {
    return Point.fromBytes(bytes, isLenient);
  } catch {
    return undefined;
  }
};

const isWeak = (point: Point | undefined): boolean => point?.isSmallOrder() === true;

/** Whether 32 bytes are a public key as it is made: a point of the large group, written in the one way there is. */
export const isPublicKey = (bytes: Uint8Array): boolean => {
  const point = bytes.length === keyBytes ? findPoint(bytes, false) : undefined;
  return point !== undefined && !isWeak(point) && point.isTorsionFree();
};

/** The one hash of a message that a signature of it is judged by: k of RFC 8032, before it is reduced. */
export const messageHash = (signature: Uint8Array, publicKey: Uint8Array): ExtraHash => ({
  algorithm: 'sha512',
  head: Buffer.concat([signature.subarray(0, keyBytes), publicKey]),
});

/** Whether a signature is one of the message that has this hash. */
export const verifyWithHash = (hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean => {
  const r = signature.subarray(0, keyBytes);
  const point = findPoint(publicKey, true);
  if (signature.length !== signatureBytes || point === undefined) return false;
  if (isWeak(point) || isWeak(findPoint(r, true))) return false;
  const s = littleEndian(signature.subarray(keyBytes));
  if (s >= order) return false;
  const k = littleEndian(hash) % order;
  const found = Point.BASE.multiply(s, false).subtract(point.multiply(k, false));
  return Buffer.from(found.toBytes()).equals(r);
};

const keyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' });

/** Verifies a signature of a short message, by OpenSSL. */
export const verifySignature = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  verify(null, message, keyObject(publicKey), signature);
