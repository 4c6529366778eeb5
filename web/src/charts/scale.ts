/* Where things stand in a chart. Pure. */

/** At most so many labels of a row, evenly apart, the first and the last among them. */
export const pickLabels = (count: number, most: number): number[] => {
  const labels = Math.min(count, Math.max(2, most));
  if (labels < 2) return count === 0 ? [] : [0];
  return Array.from({ length: labels }, (_, at) => Math.round((at * (count - 1)) / (labels - 1)));
};

/** Round numbers up to the largest value, two steps at most: 0, 2k, 4k. */
export const niceSteps = (max: number): number[] => {
  if (max <= 0) return [0, 1];
  const rough = max / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [5, 2.5, 2, 1].find((candidate) => candidate * power <= rough) ?? 1;
  const step = Math.max(1, Math.floor(factor * power));
  return [0, step, step * 2].filter((value) => value <= Math.max(max, 1));
};

/** Each column's values as parts of its sum; a column without a sum has none. */
export const sharesOf = (series: readonly (readonly number[])[], columns: number): number[][] => {
  const sums = Array.from({ length: columns }, (_, at) =>
    series.reduce((sum, values) => sum + (values[at] ?? 0), 0),
  );
  return series.map((values) => sums.map((sum, at) => (sum === 0 ? 0 : (values[at] ?? 0) / sum)));
};

/** What lies below each band in each column. */
export const stackOf = (shares: readonly (readonly number[])[]): number[][] => {
  const below: number[][] = [];
  for (const [at, values] of shares.entries())
    below.push(
      values.map((_, column) =>
        at === 0 ? 0 : (below[at - 1]?.[column] ?? 0) + (shares[at - 1]?.[column] ?? 0),
      ),
    );
  return below;
};
