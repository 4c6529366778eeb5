/*
 * HyperLogLog: counts distinct IDs without storing any. The first bits of a hash select one of 2,048 registers, which
 * keeps the longest run of leading zeros in the remaining bits. A run takes four bits, so a sketch is one KiB.
 * Duplicates change nothing. Two sketches merge by the maximum of each register, which is commutative and idempotent.
 *
 * The estimate is Ertl's ("New cardinality estimation algorithms for HyperLogLog sketches", 2017). It needs no tables
 * and no threshold between small and large counts: 2.3 % error on average, from ten IDs to millions.
 */

const registerBits = 11;
const registers = 2 ** registerBits;
/** Longer runs are capped at this. */
const longest = 15;

/** Two registers per byte. */
export type Sketch = Uint8Array;

export const createSketch = (): Sketch => new Uint8Array(registers / 2);

/** Takes a 32-bit hash of the ID. */
export const addHash = (sketch: Sketch, hash: number): void => {
  const register = hash >>> (32 - registerBits);
  const run = Math.min(longest, Math.clz32(hash << registerBits) + 1);
  const at = register >> 1;
  const both = sketch[at] ?? 0;
  if ((register & 1) === 0) {
    if (run > (both & 15)) sketch[at] = (both & 0xf0) | run;
  } else if (run > both >> 4) sketch[at] = (both & 15) | (run << 4);
};

/** Returns whether anything changed. */
export const mergeSketch = (into: Sketch, from: Sketch): boolean => {
  let hasChanged = false;
  for (let at = 0; at < into.length; at++) {
    const [a, b] = [into[at] ?? 0, from[at] ?? 0];
    const merged = Math.max(a & 15, b & 15) | Math.max(a & 0xf0, b & 0xf0);
    if (merged === a) continue;
    into[at] = merged;
    hasChanged = true;
  }
  return hasChanged;
};

/** The number of registers per run length. */
const countRuns = (sketch: Sketch): number[] => {
  const counts = new Array<number>(longest + 1).fill(0);
  for (const both of sketch) {
    counts[both & 15] = (counts[both & 15] ?? 0) + 1;
    counts[both >> 4] = (counts[both >> 4] ?? 0) + 1;
  }
  return counts;
};

/** Ertl's σ, for the share of empty registers. */
const sigma = (share: number): number => {
  let [sum, power, factor] = [share, share, 1];
  for (let before = -1; sum !== before; factor *= 2) {
    before = sum;
    power *= power;
    sum += power * factor;
  }
  return sum;
};

/** Ertl's τ, for the share of registers that are not full. */
const tau = (others: number): number => {
  let [sum, root, factor] = [1 - others, others, 1];
  for (let before = -1; sum !== before; ) {
    before = sum;
    root = Math.sqrt(root);
    factor /= 2;
    sum -= (1 - root) ** 2 * factor;
  }
  return sum / 3;
};

/** Hashes have 32 bits, so large counts must be corrected for collisions. */
const hashes = 2 ** 32;

export const estimateCardinality = (sketch: Sketch): number => {
  const counts = countRuns(sketch);
  const empty = (counts[0] ?? 0) / registers;
  if (empty === 1) return 0;
  const others = 1 - (counts[longest] ?? 0) / registers;
  let weight = others === 0 ? 0 : registers * tau(others);
  for (let run = longest - 1; run > 0; run--) weight = (weight + (counts[run] ?? 0)) / 2;
  weight += registers * sigma(empty);
  const found = registers ** 2 / (2 * Math.LN2 * weight);
  return found < hashes ? -hashes * Math.log1p(-found / hashes) : hashes;
};
