/*
 * The server's version order: a leading `v` is ignored, another leading word (`r2.1`, `build10`) counts only if the
 * other version lacks it, then numbers by value, then pre-releases as in SemVer 2.0 §11. Build metadata is ignored. A
 * server test compares the two implementations.
 */

/** Numbers stay text, because they may have 128 digits. */
interface ParsedVersion {
  /** The word before the numbers, including its separator. */
  word: string;
  numbers: readonly string[];
  preRelease: readonly string[] | undefined;
}

/** The server accepts no longer version. */
const maxVersion = 128;

const leadingV = /^[vV](?=\d)/;
/** A word counts only before numbers that end there or at `-` or `+`: a commit (`a1b2c3`) has none. */
const leadingWord = /^[A-Za-z]+[-_.]?(?=\d+(?:\.\d+)*(?:$|[-+]))/;
const shape = /^(\d+(?:\.\d+)*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?/;
const digits = /^\d+$/;

const zero: ParsedVersion = { word: '', numbers: [], preRelease: undefined };

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

const parse = (text: string): ParsedVersion => {
  const plain = text.slice(0, maxVersion).replace(leadingV, '');
  const word = leadingWord.exec(plain)?.[0] ?? '';
  const match = shape.exec(plain.slice(word.length));
  if (match?.[1] === undefined) return zero;
  return { word, numbers: match[1].split('.').map(withoutLeadingZeros), preRelease: match[2]?.split('.') };
};

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const compareNumbers = (a: string, b: string): number =>
  a.length === b.length ? compareTexts(a, b) : a.length - b.length;

/** SemVer 2.0 §11.4: numbers by value and before words. */
const compareIdentifiers = (a: string, b: string): number => {
  const [isNumber, isOtherNumber] = [digits.test(a), digits.test(b)];
  if (isNumber && isOtherNumber) return compareNumbers(withoutLeadingZeros(a), withoutLeadingZeros(b));
  return isNumber === isOtherNumber ? compareTexts(a, b) : isNumber ? -1 : 1;
};

const comparePreReleases = (a: ParsedVersion['preRelease'], b: ParsedVersion['preRelease']): number => {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compareIdentifiers(a[at] ?? '', b[at] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
};

const compareParsed = (a: ParsedVersion, b: ParsedVersion): number => {
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const order = compareNumbers(a.numbers[at] ?? '0', b.numbers[at] ?? '0');
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
};

/** A version without a number has no order. */
export const isOrdered = (version: string): boolean => parse(version).numbers.length > 0;

/** Negative if the second version is newer, 0 if they are equal. */
export const compareVersions = (first: string, second: string): number => {
  const [a, b] = [parse(first), parse(second)];
  const isOneWord = a.word === b.word;
  const of = (one: ParsedVersion): ParsedVersion => (isOneWord || one.word === '' ? one : zero);
  return Math.sign(compareParsed(of(a), of(b)));
};
