/*
 * The order of versions. What is compared is the longest prefix `v?` digits with dots, number by number, missing
 * ones as 0; with equal numbers a pre-release (`-beta.1`) is older than none, and two compare as in SemVer 2.0 §11.
 * Build metadata and whatever cannot be read do not count. A version with no number counts as 0, so that a client
 * whose version nobody understands is offered the latest release instead of being stranded.
 */

/** A version taken apart for comparing. Numbers stay text: they may have 128 digits. */
export interface ParsedVersion {
  numbers: readonly string[];
  /** Identifiers of the pre-release; undefined when there is none. */
  preRelease: readonly string[] | undefined;
}

const shape = /^v?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?/;
const digits = /^\d+$/;

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

export const parseVersion = (text: string): ParsedVersion => {
  const match = shape.exec(text);
  if (match?.[1] === undefined) return { numbers: [], preRelease: undefined };
  return { numbers: match[1].split('.').map(withoutLeadingZeros), preRelease: match[2]?.split('.') };
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

/** Negative when `a` is older, 0 when the two count as the same, positive when `a` is newer. */
export const compareVersions = (a: ParsedVersion, b: ParsedVersion): number => {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index++) {
    const order = compareNumbers(a.numbers[index] ?? '0', b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
};

/** Whether a client at `current` should get `candidate`: never what is equal or older. */
export const isNewer = (candidate: ParsedVersion, current: string): boolean =>
  compareVersions(candidate, parseVersion(current)) > 0;
