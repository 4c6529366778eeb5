/*
 * SHA-1 and SHA-512 (FIPS 180-4) for the few updaters that compare them; the service proves what is declared. SHA-256,
 * which every file needs, is compiled code; these two would make that thrice as large.
 */

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In hex; ends it. */
  digest(): string;
}

/** Cuts what comes into blocks, and ends it as all of this family end: a bit, zeros, the length in bits. */
const inBlocks = (size: number, mix: (block: DataView) => void, words: () => Iterable<number>): Hasher => {
  const rest = new Uint8Array(size);
  let [held, total] = [0, 0];
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(size - held, bytes.length);
      rest.set(bytes.subarray(0, at), held);
      held += at;
      if (held < size) return;
      mix(new DataView(rest.buffer));
    }
    for (; at + size <= bytes.length; at += size)
      mix(new DataView(bytes.buffer, bytes.byteOffset + at, size));
    rest.set(bytes.subarray(at));
    held = bytes.length - at;
  };
  const digest = (): string => {
    const bits = BigInt(total) * 8n;
    const lengthBytes = size / 8;
    const zeros = (2 * size - held - 1 - lengthBytes) % size;
    const end = new Uint8Array(1 + zeros + lengthBytes);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, bits);
    update(end);
    return [...words()].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update, digest };
};

/** A word of a list, which is as long as its loops are. */
const at = (list: Int32Array, index: number): number => list[index] as number;

const turn = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** What a fourth of the rounds of SHA-1 make of three words (4.1.1), and their constant (4.2.1). */
const mixers: readonly [mix: (b: number, c: number, d: number) => number, constant: number][] = [
  [(b, c, d) => (b & c) | (~b & d), 0x5a827999],
  [(b, c, d) => b ^ c ^ d, 0x6ed9eba1],
  [(b, c, d) => (b & c) | (b & d) | (c & d), 0x8f1bbcdc],
  [(b, c, d) => b ^ c ^ d, 0xca62c1d6],
];

export const createSha1 = (): Hasher => {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const w = new Int32Array(80);
  const mix = (block: DataView): void => {
    for (let t = 0; t < 16; t += 1) w[t] = block.getInt32(t * 4);
    for (let t = 16; t < 80; t += 1)
      w[t] = turn(at(w, t - 3) ^ at(w, t - 8) ^ at(w, t - 14) ^ at(w, t - 16), 1);
    let a = at(state, 0);
    let b = at(state, 1);
    let c = at(state, 2);
    let d = at(state, 3);
    let e = at(state, 4);
    for (const [quarter, [choose, constant]] of mixers.entries())
      for (let t = quarter * 20; t < quarter * 20 + 20; t += 1) {
        const next = (turn(a, 5) + choose(b, c, d) + constant + e + at(w, t)) | 0;
        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
      }
    state[0] = at(state, 0) + a;
    state[1] = at(state, 1) + b;
    state[2] = at(state, 2) + c;
    state[3] = at(state, 3) + d;
    state[4] = at(state, 4) + e;
  };
  return inBlocks(64, mix, () => state);
};

/** The first primes. */
const primes = (count: number): bigint[] => {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n += 1n) if (found.every((prime) => n % prime !== 0n)) found.push(n);
  return found;
};

/** The largest number whose power is not above another. */
const root = (of: bigint, power: bigint): bigint => {
  let [low, high] = [0n, 1n << 72n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= of) low = middle;
    else high = middle;
  }
  return low;
};

/** Constants of SHA-512: 64 bits of the fractions of roots of primes, as pairs of words (4.2.3, 5.3.5). */
const fractions = (count: number, power: bigint): Int32Array => {
  const words = new BigInt64Array(count);
  for (const [at, prime] of primes(count).entries())
    words[at] = BigInt.asIntN(64, root(prime << (64n * power), power));
  const pairs = new Int32Array(count * 2);
  for (const [at, word] of words.entries()) {
    pairs[at * 2] = Number(BigInt.asIntN(32, word >> 32n));
    pairs[at * 2 + 1] = Number(BigInt.asIntN(32, word));
  }
  return pairs;
};

/** The high word of a pair turned right; the low one by giving them the other way round. */
const right = (h: number, l: number, by: number): number =>
  by < 32 ? (h >>> by) | (l << (32 - by)) : (l >>> (by - 32)) | (h << (64 - by));

/** What the sum of low words carries to the high ones. */
const carry = (sum: number): number => (sum / 0x100000000) | 0;

/** Words 16 to 79 of a block (6.4.2, 1). */
const schedule = (w: Int32Array): void => {
  for (let t = 32; t < 160; t += 2) {
    const h15 = at(w, t - 30);
    const l15 = at(w, t - 29);
    const h2 = at(w, t - 4);
    const l2 = at(w, t - 3);
    const low =
      (at(w, t - 31) >>> 0) +
      (at(w, t - 13) >>> 0) +
      ((right(l15, h15, 1) ^ right(l15, h15, 8) ^ right(l15, h15, 7)) >>> 0) +
      ((right(l2, h2, 19) ^ right(l2, h2, 61) ^ right(l2, h2, 6)) >>> 0);
    const high =
      at(w, t - 32) +
      at(w, t - 14) +
      (right(h15, l15, 1) ^ right(h15, l15, 8) ^ (h15 >>> 7)) +
      (right(h2, l2, 19) ^ right(h2, l2, 61) ^ (h2 >>> 6));
    w[t + 1] = low;
    w[t] = high + carry(low);
  }
};

export const createSha512 = (): Hasher => {
  const k = fractions(80, 3n);
  const state = fractions(8, 2n);
  const w = new Int32Array(160);
  // The eight working words lie one behind the other and move down by one each round, instead of being copied.
  const v = new Int32Array(176);
  const mix = (block: DataView): void => {
    for (let t = 0; t < 32; t += 1) w[t] = block.getInt32(t * 4);
    schedule(w);
    v.set(state, 160);
    for (let t = 0; t < 160; t += 2) {
      const o = 160 - t;
      const ah = at(v, o);
      const al = at(v, o + 1);
      const bh = at(v, o + 2);
      const bl = at(v, o + 3);
      const ch = at(v, o + 4);
      const cl = at(v, o + 5);
      const eh = at(v, o + 8);
      const el = at(v, o + 9);
      const l1 =
        (at(v, o + 15) >>> 0) +
        ((right(el, eh, 14) ^ right(el, eh, 18) ^ right(el, eh, 41)) >>> 0) +
        (((el & at(v, o + 11)) ^ (~el & at(v, o + 13))) >>> 0) +
        (at(k, t + 1) >>> 0) +
        (at(w, t + 1) >>> 0);
      const h1 =
        (at(v, o + 14) +
          (right(eh, el, 14) ^ right(eh, el, 18) ^ right(eh, el, 41)) +
          ((eh & at(v, o + 10)) ^ (~eh & at(v, o + 12))) +
          at(k, t) +
          at(w, t) +
          carry(l1)) |
        0;
      const l2 =
        (l1 >>> 0) +
        ((right(al, ah, 28) ^ right(al, ah, 34) ^ right(al, ah, 39)) >>> 0) +
        (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
      const ld = (at(v, o + 7) >>> 0) + (l1 >>> 0);
      v[o + 7] = ld;
      v[o + 6] = at(v, o + 6) + h1 + carry(ld);
      v[o - 1] = l2;
      v[o - 2] =
        h1 +
        (right(ah, al, 28) ^ right(ah, al, 34) ^ right(ah, al, 39)) +
        ((ah & bh) ^ (ah & ch) ^ (bh & ch)) +
        carry(l2);
    }
    for (let t = 0; t < 16; t += 2) {
      const low = (at(state, t + 1) >>> 0) + (at(v, t + 1) >>> 0);
      state[t + 1] = low;
      state[t] = at(state, t) + at(v, t) + carry(low);
    }
  };
  return inBlocks(128, mix, () => state);
};
