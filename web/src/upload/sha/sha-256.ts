import { at, type Hasher, inBlocks } from './blocks.ts';
import { fractions } from './fractions.ts';

/* SHA-256, which identifies every file. */

/** SHA-256 constants are the high words of SHA-512's (4.2.2, 5.3.3). */
const highWords = (words: bigint[]): Int32Array => Int32Array.from(words, (word) => Number(word >> 32n));

const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Words 16 to 63 of a block (6.2.2, 1). */
const schedule = (w: Int32Array): void => {
  for (let t = 16; t < 64; t += 1) {
    const w15 = at(w, t - 15);
    const w2 = at(w, t - 2);
    const s0 = right(w15, 7) ^ right(w15, 18) ^ (w15 >>> 3);
    const s1 = right(w2, 17) ^ right(w2, 19) ^ (w2 >>> 10);
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0;
  }
};

export const createSha256 = (): Hasher => {
  const k = highWords(fractions(64, 3n));
  const state = highWords(fractions(8, 2n));
  const w = new Int32Array(64);
  const mix = (bytes: DataView, from: number): void => {
    for (let t = 0; t < 16; t += 1) w[t] = bytes.getInt32(from + t * 4);
    schedule(w);
    // Separate variables are twice as fast as an array.
    let a = at(state, 0);
    let b = at(state, 1);
    let c = at(state, 2);
    let d = at(state, 3);
    let e = at(state, 4);
    let f = at(state, 5);
    let g = at(state, 6);
    let h = at(state, 7);
    for (let t = 0; t < 64; t += 1) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const t1 = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + choice + at(k, t) + at(w, t)) | 0;
      const t2 = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = at(state, 0) + a;
    state[1] = at(state, 1) + b;
    state[2] = at(state, 2) + c;
    state[3] = at(state, 3) + d;
    state[4] = at(state, 4) + e;
    state[5] = at(state, 5) + f;
    state[6] = at(state, 6) + g;
    state[7] = at(state, 7) + h;
  };
  return inBlocks(64, mix, () => state);
};
