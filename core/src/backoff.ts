/** Exponential backoff with jitter before attempt `n` (from 1): from half a second up to ten seconds. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number => {
  const ceiling = Math.min(10_000, 500 * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
};
