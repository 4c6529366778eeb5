export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The median of the ratios of values measured in the same round. */
export const medianRatio = (values: readonly number[], to: readonly number[]): number =>
  median(values.map((value, index) => value / (to[index] ?? Number.NaN)));
