import { at, type Hasher, inBlocks } from './blocks.ts';

/* SHA-1, for the one updater that requires it. */

const turn = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The function (4.1.1) and constant (4.2.1) of each quarter of the rounds. */
const mixers: readonly [mix: (b: number, c: number, d: number) => number, constant: number][] = [
  [(b, c, d) => (b & c) | (~b & d), 0x5a827999],
  [(b, c, d) => b ^ c ^ d, 0x6ed9eba1],
  [(b, c, d) => (b & c) | (b & d) | (c & d), 0x8f1bbcdc],
  [(b, c, d) => b ^ c ^ d, 0xca62c1d6],
];

export const createSha1 = (): Hasher => {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const w = new Int32Array(80);
  const mix = (bytes: DataView, from: number): void => {
    for (let t = 0; t < 16; t += 1) w[t] = bytes.getInt32(from + t * 4);
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
