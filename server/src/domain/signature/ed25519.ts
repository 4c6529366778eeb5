import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Point } from '@noble/ed25519';

/*
 * Ed25519 (RFC 8032) over messages of any size. OpenSSL verifies only what is in memory as a whole; of a file only
 * k = SHA-512(R ‖ A ‖ M) is needed, which is made piece by piece, and then one equation of points. It decides as OpenSSL
 * does, and as ref10 did before it: S below the order of the group, and the encoding of S·B − k·A is R, cofactor not
 * cleared. Everything here is public: nothing needs to take the same time.
 */

const keyBytes = 32;
export const signatureBytes = 64;
/** What RFC 8410 puts before the 32 bytes of a public key. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');
const { n: order } = Point.CURVE();

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** A public key as it stands in its bytes, or none: OpenSSL takes y of 2²⁵⁵ − 19 and more, too. */
const findPoint = (publicKey: Uint8Array, isLenient: boolean): Point | undefined => {
  try {
    return Point.fromBytes(publicKey, isLenient);
  } catch {
    return undefined;
  }
};

/** Whether 32 bytes are a public key that only its owner can sign for: a point, written in the one way, of large order. */
export const isPublicKey = (bytes: Uint8Array): boolean =>
  bytes.length === keyBytes && findPoint(bytes, false)?.isSmallOrder() === false;

/** Takes a message piece by piece, then says whether the signature is one of it. */
export interface StreamedVerification {
  update(piece: Uint8Array): void;
  isRight(): boolean;
}

/** Verifies a signature of a message of any size, without holding it. */
export const createVerification = (signature: Uint8Array, publicKey: Uint8Array): StreamedVerification => {
  const [r, s] = [signature.subarray(0, keyBytes), littleEndian(signature.subarray(keyBytes))];
  const hash = createHash('sha512').update(r).update(publicKey);
  return {
    update: (piece) => void hash.update(piece),
    isRight: () => {
      const point = findPoint(publicKey, true);
      if (signature.length !== signatureBytes || s >= order || point === undefined) return false;
      const k = littleEndian(hash.digest()) % order;
      const found = Point.BASE.multiply(s, false).subtract(point.multiply(k, false));
      return Buffer.from(found.toBytes()).equals(r);
    },
  };
};

const keyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' });

/** Verifies a signature of a short message, by OpenSSL. */
export const isSigned = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  verify(null, message, keyObject(publicKey), signature);
