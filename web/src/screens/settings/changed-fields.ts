/* Compares a form with the saved values. Pure. */

/** The changed fields; undefined if nothing changed. */
export const changedFields = <T extends object>(before: T, draft: Partial<T>): Partial<T> | undefined => {
  const differing = Object.entries(draft).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof T],
  );
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Partial<T>);
};

const sizes: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, pb: 1e15 };

/** Parses `500 GB` or `2 TB`; null if empty, undefined if invalid. */
export const parseBytesInput = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const [, amount = '', unit = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*([kmgtp]?b)\s*$/i.exec(text) ?? [];
  const bytes = Math.round(Number(amount.replace(',', '.')) * (sizes[unit.toLowerCase()] ?? Number.NaN));
  return amount !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
};

/** Formats bytes for an input field without rounding. */
export const formatBytesInput = (bytes: number | null): string => {
  if (bytes === null) return '';
  const [unit = 'b', size = 1] =
    Object.entries(sizes)
      .reverse()
      .find(([, one]) => bytes >= one && bytes % (one / 1000 || 1) === 0) ?? [];
  return `${bytes / size} ${unit === 'b' ? 'B' : unit.replace('b', 'B').replace(/^[mgtp]/, (one) => one.toUpperCase())}`;
};
