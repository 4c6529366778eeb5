/** Deterministic pseudo-random numbers from 0 to 1 (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    /** An integer from 0 up to the limit. */
    below,
    /** True with this probability. */
    has: (chance: number): boolean => next() < chance,
    pick: <T>(items: readonly [T, ...T[]]): T => items[below(items.length)] as T,
    some: <T>(items: readonly T[], chance: number): T[] => items.filter(() => next() < chance),
  };
};
export type Random = ReturnType<typeof createRandom>;
