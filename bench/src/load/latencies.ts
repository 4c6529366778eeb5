/** The quantile of sorted values; 0 if there are none. */
export const quantile = (sorted: Float64Array | readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Collects latencies in milliseconds and summarizes them. */
export const createLatencies = () => {
  const values: number[] = [];
  return {
    add: (milliseconds: number): void => {
      values.push(milliseconds);
    },
    sumUp: () => {
      const sorted = Float64Array.from(values).sort();
      return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
    },
  };
};
