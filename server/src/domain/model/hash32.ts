/*
 * MurmurHash3, x86, 32 bits: fast, uniform, portable. It is no secret; clients may opt into early rollout steps anyway.
 */

const mixBlock = (block: number): number => {
  const k = Math.imul(block, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
};

/** Expects one-byte characters; returns 0 to 2³² − 1. */
export const hash32 = (seed: number, text: string): number => {
  const { length } = text;
  const whole = length - (length % 4);
  let hash = seed | 0;
  for (let i = 0; i < whole; i += 4) {
    const block =
      (text.charCodeAt(i) & 0xff) |
      ((text.charCodeAt(i + 1) & 0xff) << 8) |
      ((text.charCodeAt(i + 2) & 0xff) << 16) |
      (text.charCodeAt(i + 3) << 24);
    hash ^= mixBlock(block);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = length - 1; i >= whole; i--) rest = (rest << 8) | (text.charCodeAt(i) & 0xff);
  if (whole < length) hash ^= mixBlock(rest);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
