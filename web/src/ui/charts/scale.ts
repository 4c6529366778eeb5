/* Chart geometry. Pure. */

/** Picks evenly spaced labels, including the first and the last. */
export const pickLabels = (count: number, most: number): number[] => {
  const labels = Math.min(count, Math.max(2, most));
  if (labels < 2) return count === 0 ? [] : [0];
  return Array.from({ length: labels }, (_, at) => Math.round((at * (count - 1)) / (labels - 1)));
};

/** Round steps that reach the maximum: 0, 2k, 4k. */
export const niceSteps = (max: number): number[] => {
  if (max <= 1) return [0, 1];
  const rough = max / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((candidate) => candidate * power >= rough) ?? 10;
  const step = Math.ceil(factor * power);
  return [0, step, step * 2];
};

/** Merges labels of the same column. */
export const groupLabels = (labels: readonly { at: number; label: string }[]) => {
  const columns = new Map<number, string[]>();
  for (const { at, label } of labels) columns.set(at, [...(columns.get(at) ?? []), label]);
  return [...columns]
    .sort(([one], [other]) => one - other)
    .map(([at, names]) => ({ at, label: names.length > 2 ? `${names.length} releases` : names.join(', ') }));
};

/** Estimated width of a label character. */
const characterWidth = 6.6;
const gap = 8;

/** Fits labels between the edges without overlap; of two that would overlap, the later one stays. */
export const fitLabels = (labels: readonly { x: number; label: string }[], left: number, right: number) => {
  let end = right + gap;
  return labels.toReversed().flatMap(({ x, label }) => {
    const half = (label.length * characterWidth) / 2;
    const middle = Math.max(left + half, Math.min(x, right - half));
    if (middle + half + gap > end) return [];
    end = middle - half;
    return [{ x: middle, label }];
  });
};

/** Each value's share of its column; 0 if the column is empty. */
export const columnShares = (series: readonly (readonly number[])[], columns: number): number[][] => {
  const sums = Array.from({ length: columns }, (_, at) =>
    series.reduce((sum, values) => sum + (values[at] ?? 0), 0),
  );
  return series.map((values) => sums.map((sum, at) => (sum === 0 ? 0 : (values[at] ?? 0) / sum)));
};

/** The lower edge of each band in each column. */
export const stackOffsets = (shares: readonly (readonly number[])[]): number[][] => {
  const below: number[][] = [];
  for (const [at, values] of shares.entries())
    below.push(
      values.map((_, column) =>
        at === 0 ? 0 : (below[at - 1]?.[column] ?? 0) + (shares[at - 1]?.[column] ?? 0),
      ),
    );
  return below;
};
