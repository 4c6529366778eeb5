/*
 * The version order of other updaters' feeds; the server's own order is in ../releases/version-order.ts. Numbers go by
 * value, a pre-release comes before its release, and build metadata is ignored. Feeds contain more than SemVer (four
 * numbers, or only a build number), so every version is accepted.
 */

const shape = /^v?(\d+(?:\.\d+)*)(?:[-.]?([0-9A-Za-z][0-9A-Za-z.-]*))?(?:\+.*)?$/;

/** The server accepts no longer version, and the limit bounds the regular expression. */
const maxVersion = 128;

const split = (version: string): { numbers: string[]; words: string[] } => {
  const [, core, label] = shape.exec(version.trim().slice(0, maxVersion)) ?? [];
  return { numbers: core?.split('.') ?? [], words: label?.split('.') ?? [] };
};

const isNumber = (word: string): boolean => /^\d+$/.test(word);

const compareNumbers = (a: string, b: string): number => {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left === right ? 0 : left < right ? -1 : 1;
};

const compareWords = (a: string, b: string): number => {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  // SemVer 11.4.3: numbers come before words.
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
};

const compareLabels = (a: string[], b: string[]): number => {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compareWords(a[at] ?? '', b[at] ?? '');
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
};

/** Negative if the second version is newer. */
export const compareFeedVersions = (first: string, second: string): number => {
  const [a, b] = [split(first), split(second)];
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const order = compareNumbers(a.numbers[at] ?? '0', b.numbers[at] ?? '0');
    if (order !== 0) return order;
  }
  return compareLabels(a.words, b.words);
};
