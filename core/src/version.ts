/*
 * Version order. A leading `v` or `V` is ignored. Any other leading word (`r2.1`, `release-1.10`, `build10`) is skipped
 * if both versions have it; otherwise the version with the word counts as 0. The longest run of digits and dots
 * compares number by number, missing ones as 0. With equal numbers a pre-release (`-beta.1`) is older than none, and
 * two compare as in SemVer 2.0 §11. Build metadata and unparsable text do not count. A client with an unparsable
 * version counts as 0 and is offered the latest release instead of being stranded.
 */

/** No release has a longer version. */
export const maxVersionLength = 128;

/** Numbers stay text, since they may have 128 digits. */
export interface ParsedVersion {
  /** The leading word with its separator, or empty. */
  word: string;
  numbers: readonly string[];
  /** The pre-release identifiers; undefined if there are none. */
  preRelease: readonly string[] | undefined;
}

const leadingV = /^[vV](?=\d)/;
/** A word counts only before numbers followed by the end, `-` or `+`; a commit (`a1b2c3`) has none. */
const leadingWord = /^[A-Za-z]+[-_.]?(?=\d+(?:\.\d+)*(?:$|[-+]))/;
const shape = /^(\d+(?:\.\d+)*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?/;
const digits = /^\d+$/;
const zero: ParsedVersion = { word: '', numbers: [], preRelease: undefined };

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** Truncates long versions: no release has one, and clients may send anything. */
export const parseVersion = (text: string): ParsedVersion => {
  const plain = text.slice(0, maxVersionLength).replace(leadingV, '');
  const word = leadingWord.exec(plain)?.[0] ?? '';
  const match = shape.exec(plain.slice(word.length));
  if (match?.[1] === undefined) return zero;
  return { word, numbers: match[1].split('.').map(withoutLeadingZeros), preRelease: match[2]?.split('.') };
};

/** Without the leading `v`. */
export const plainVersion = (version: string): string => version.replace(leadingV, '');

/** With and without a leading `v` or `V`. */
export const versionSpellings = (version: string): string[] => {
  const plain = plainVersion(version);
  return /^\d/.test(plain) ? [plain, `v${plain}`, `V${plain}`] : [version];
};

const compareNumbers = (a: string, b: string): number =>
  a.length !== b.length ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0;

/** SemVer §11.4: numeric identifiers by value and below alphanumeric ones, which compare by ASCII. */
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

const compareWithoutWords = (a: ParsedVersion, b: ParsedVersion): number => {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index++) {
    const order = compareNumbers(a.numbers[index] ?? '0', b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
};

const withoutItsWord = (version: ParsedVersion): ParsedVersion => (version.word === '' ? version : zero);

/** Negative if `a` is older, 0 if both are equal, positive if `a` is newer. */
export const compareVersions = (a: ParsedVersion, b: ParsedVersion): number =>
  a.word === b.word ? compareWithoutWords(a, b) : compareWithoutWords(withoutItsWord(a), withoutItsWord(b));

export const compareVersionTexts = (a: string, b: string): number =>
  Math.sign(compareVersions(parseVersion(a), parseVersion(b)));

/** A version without a number has no order. */
export const isOrdered = (version: string): boolean => parseVersion(version).numbers.length > 0;

/** Never true for equal or older versions. */
export const isNewerThan = (candidate: ParsedVersion, client: ParsedVersion): boolean => {
  const isForeign = client.word !== '' && client.word !== candidate.word;
  // An unparsable client version counts as 0, so that no client is stranded.
  if (isForeign || client.numbers.length === 0) return compareWithoutWords(candidate, zero) > 0;
  return compareVersions(candidate, client) > 0;
};

export const isNewer = (candidate: ParsedVersion, current: string): boolean =>
  isNewerThan(candidate, parseVersion(current));

/** One key for all equal versions with the same word; undefined if unparsable. */
export const versionIdentity = ({ word, numbers, preRelease }: ParsedVersion): string | undefined => {
  if (numbers.length === 0) return undefined;
  const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== '0') + 1);
  const pre = preRelease?.map((one) => (digits.test(one) ? withoutLeadingZeros(one) : one));
  return [word, significant.join('.'), ...(pre === undefined ? [] : [pre.join('.')])].join(' ');
};
