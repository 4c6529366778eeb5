import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Point } from '@noble/ed25519';
import type { ExtraHash } from '../model/hashes.ts';

/*
 * Ed25519 (RFC 8032) for messages of any size. OpenSSL needs the whole message in memory; here the reader computes k =
 * SHA-512(R ‖ A ‖ M), and one point equation remains. Accepts exactly what OpenSSL and libsodium do: neither key nor R
 * of small order, S below the group order, and S·B − k·A encodes to R, cofactor not cleared. All inputs are public, so
 * constant time is not needed.
 */

const keyBytes = 32;
const signatureBytes = 64;
/** The prefix of the 32 public key bytes in RFC 8410. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');
const { n: order } = Point.CURVE();

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** Undefined if the bytes are no point; `isLenient` accepts y ≥ 2²⁵⁵ − 19, as OpenSSL does. */
const findPoint = (bytes: Uint8Array, isLenient: boolean): Point | undefined => {
  try {
    return Point.fromBytes(bytes, isLenient);
  } catch {
    return undefined;
  }
};

const isWeak = (point: Point | undefined): boolean => point?.isSmallOrder() === true;

/** Whether 32 bytes are a canonical point of the large group. */
export const isPublicKey = (bytes: Uint8Array): boolean => {
  const point = bytes.length === keyBytes ? findPoint(bytes, false) : undefined;
  return point !== undefined && !isWeak(point) && point.isTorsionFree();
};

/** k of RFC 8032, before reduction. */
export const messageHash = (signature: Uint8Array, publicKey: Uint8Array): ExtraHash => ({
  algorithm: 'sha512',
  head: Buffer.concat([signature.subarray(0, keyBytes), publicKey]),
});

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

/** Uses OpenSSL; for short messages. */
export const verifySignature = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  verify(null, message, keyObject(publicKey), signature);
