import { at, type Hasher, inBlocks } from './blocks.ts';
import { fractions } from './fractions.ts';

/* SHA-512, for updaters that require it. */

const inPairs = (words: bigint[]): Int32Array =>
  Int32Array.from(words.flatMap((word) => [Number(word >> 32n), Number(word & 0xffffffffn)]));

/** The high word of a 64-bit rotation; swap the arguments for the low word. */
const right = (h: number, l: number, by: number): number =>
  by < 32 ? (h >>> by) | (l << (32 - by)) : (l >>> (by - 32)) | (h << (64 - by));

/** The carry from the low words into the high words. */
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
  const k = inPairs(fractions(80, 3n));
  const state = inPairs(fractions(8, 2n));
  const w = new Int32Array(160);
  // The working variables shift down the array each round, which avoids copying them.
  const v = new Int32Array(176);
  const mix = (bytes: DataView, from: number): void => {
    for (let t = 0; t < 32; t += 1) w[t] = bytes.getInt32(from + t * 4);
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
