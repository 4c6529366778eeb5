/* Proves that bytes are a raw private key followed by its public half. */

export type DerivePublic = (curve: 'Ed25519' | 'X25519', secret: Uint8Array) => Uint8Array;

const field = 2n ** 255n - 19n;

/** Points are encoded as one little-endian coordinate; the top bit is a sign. */
const coordinateOf = (point: Uint8Array): bigint =>
  point.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n);

/** Whether an X25519 point matches an Ed25519 one: u = (1 + y) / (1 − y), RFC 7748, without the division. */
const areAlike = (ofX: Uint8Array, ofEd: Uint8Array): boolean => {
  const [u, y] = [coordinateOf(ofX), coordinateOf(ofEd)];
  return (u * (1n - y) - (1n + y)) % field === 0n;
};

/** Seed plus public key, as in libsodium, or the scalar made from the seed, as in old Sparkle. */
export const isKeyPair = (bytes: Uint8Array, derivePublic: DerivePublic): boolean => {
  const secret = bytes.subarray(0, 32);
  if (bytes.length === 64)
    return derivePublic('Ed25519', secret).every((byte, at) => byte === bytes[32 + at]);
  const [first = 0, last = 0] = [secret[0], secret[31]];
  // Five bits of a scalar are fixed.
  if (bytes.length !== 96 || (first & 7) !== 0 || (last & 0xc0) !== 0x40) return false;
  return areAlike(derivePublic('X25519', secret), bytes.subarray(64));
};
