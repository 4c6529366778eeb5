import { shortSha512 } from './sha/short-sha-512.ts';

/*
 * The public key of an Ed25519 seed (RFC 8032, 5.1.5), used to distinguish a private key from a signature of the same length.
 * WebCrypto is missing on plain HTTP, where private keys must be detected, too.
 */

const p = 2n ** 255n - 19n;
const mod = (n: bigint): bigint => ((n % p) + p) % p;

const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, mod(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
};

const d = mod(-121665n * power(121666n, p - 2n));

/** A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
type Point = readonly [bigint, bigint, bigint, bigint];

/** Point addition (5.1.4), also used for doubling. */
const add = ([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point => {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * d);
  const e = mod(2n * z1 * z2);
  const [f, g, h, k] = [b - a, e - c, e + c, b + a];
  return [mod(f * g), mod(h * k), mod(g * h), mod(f * k)];
};

const baseX = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const baseY = mod(4n * power(5n, p - 2n));
const base: Point = [baseX, baseY, 1n, mod(baseX * baseY)];

const fromLittle = (hex: string): bigint => BigInt(`0x${(hex.match(/../g) ?? []).reverse().join('')}`);

export const publicKeyOf = (seed: Uint8Array): Uint8Array => {
  const half = fromLittle(shortSha512(seed).slice(0, 64));
  const scalar = (half & (2n ** 254n - 8n)) | (2n ** 254n);
  let [sum, double]: [Point, Point] = [[0n, 1n, 1n, 0n], base];
  for (let rest = scalar; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  const inverse = power(sum[2], p - 2n);
  const [x, y] = [mod(sum[0] * inverse), mod(sum[1] * inverse)];
  const packed = y | ((x & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, (_, at) => Number((packed >> BigInt(at * 8)) & 255n));
};
