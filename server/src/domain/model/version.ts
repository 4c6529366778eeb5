import { bounds } from './bounds.ts';

/*
 * The order of versions. A leading `v` or `V` is nothing. Another leading word (`r2.1`, `release-1.10`, `build10`) is
 * passed over where both versions have the same one; a version whose word the other lacks counts as 0. Then the longest
 * run of digits with dots is compared, number by number, missing ones as 0; with equal numbers a pre-release (`-beta.1`)
 * is older than none, and two compare as in SemVer 2.0 §11. Build metadata and whatever cannot be read do not count.
 * A client whose version nobody understands counts as 0 and is offered the latest release instead of being stranded.
 */

/** A version taken apart for comparing. Numbers stay text: they may have 128 digits. */
export interface ParsedVersion {
  /** The word before the numbers, with what parts it from them; empty where there is none. */
  word: string;
  numbers: readonly string[];
  /** Identifiers of the pre-release; undefined when there is none. */
  preRelease: readonly string[] | undefined;
}

const leadingV = /^[vV](?=\d)/;
/** A word counts only before numbers that end there or at `-` or `+`: a commit (`a1b2c3`) is none. */
const leadingWord = /^[A-Za-z]+[-_.]?(?=\d+(?:\.\d+)*(?:$|[-+]))/;
const shape = /^(\d+(?:\.\d+)*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?/;
const digits = /^\d+$/;

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** Takes a version apart. Of a long one only the beginning is read: no release has one, and strangers may send any. */
export const parseVersion = (text: string): ParsedVersion => {
  const plain = text.slice(0, bounds.versionLength).replace(leadingV, '');
  const word = leadingWord.exec(plain)?.[0] ?? '';
  const match = shape.exec(plain.slice(word.length));
  if (match?.[1] === undefined) return { word: '', numbers: [], preRelease: undefined };
  return { word, numbers: match[1].split('.').map(withoutLeadingZeros), preRelease: match[2]?.split('.') };
};

/** A version without the leading `v` that is no part of it. */
export const plainVersion = (version: string): string => version.replace(leadingV, '');

/** Every spelling of one version: a leading `v` or `V` before a digit is not part of what it is. */
export const versionSpellings = (version: string): string[] => {
  const plain = version.replace(leadingV, '');
  return /^\d/.test(plain) ? [plain, `v${plain}`, `V${plain}`] : [version];
};

const compareNumbers = (a: string, b: string): number =>
  a.length !== b.length ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0;

/** SemVer §11.4: numeric identifiers by number and below alphanumeric ones, those by ASCII. */
const compareIdentifiers = (a: string, b: string): number => {
  const [aIsNumber, bIsNumber] = [digits.test(a), digits.test(b)];
  if (aIsNumber && bIsNumber) return compareNumbers(withoutLeadingZeros(a), withoutLeadingZeros(b));
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};

const comparePreReleases = (a: ParsedVersion['preRelease'], b: ParsedVersion['preRelease']): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  for (const [index, identifier] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
};

const zero: ParsedVersion = { word: '', numbers: [], preRelease: undefined };

const compareWithoutWords = (a: ParsedVersion, b: ParsedVersion): number => {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index++) {
    const order = compareNumbers(a.numbers[index] ?? '0', b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
};

const withoutItsWord = (version: ParsedVersion): ParsedVersion => (version.word === '' ? version : zero);

/** Negative when `a` is older, 0 when the two count as the same, positive when `a` is newer. */
export const compareVersions = (a: ParsedVersion, b: ParsedVersion): number =>
  a.word === b.word ? compareWithoutWords(a, b) : compareWithoutWords(withoutItsWord(a), withoutItsWord(b));

/** Whether a client at a version, taken apart already, should get `candidate`: never what is equal or older. */
export const isNewerThan = (candidate: ParsedVersion, client: ParsedVersion): boolean => {
  const isForeign = client.word !== '' && client.word !== candidate.word;
  // Who is not understood counts as 0 whatever the release calls itself: nobody is stranded.
  if (isForeign || client.numbers.length === 0) return compareWithoutWords(candidate, zero) > 0;
  return compareVersions(candidate, client) > 0;
};

/** The same for a version as it is written. */
export const isNewer = (candidate: ParsedVersion, current: string): boolean =>
  isNewerThan(candidate, parseVersion(current));

/** One text for all versions of a word that count as the same; undefined for those that nobody understands. */
export const versionIdentity = ({ word, numbers, preRelease }: ParsedVersion): string | undefined => {
  if (numbers.length === 0) return undefined;
  const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== '0') + 1);
  const pre = preRelease?.map((one) => (digits.test(one) ? withoutLeadingZeros(one) : one));
  return [word, significant.join('.'), ...(pre === undefined ? [] : [pre.join('.')])].join(' ');
};
