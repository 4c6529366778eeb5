/*
 * Versions as Tauri's clients read them: Rust's `semver` crate after every leading `v` is taken off. Its numbers are
 * of 64 bits.
 */

// SemVer 2.0's own expression (semver.org).
const semVer =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;
const largest = 2n ** 64n - 1n;

const withoutV = (version: string): string => version.replace(/^v+/, '');

/** Whether clients can read a version at all. */
export const isReadable = (version: string): boolean => {
  const [, ...numbers] = semVer.exec(withoutV(version)) ?? [];
  return numbers.length > 0 && numbers.every((number) => BigInt(number) <= largest);
};

/**
 * Whether clients take a signed version for the announced one: equal as SemVer, build metadata included, or letter
 * by letter where one is none. SemVer has one spelling for a version, so that both are the same question.
 */
export const isSameVersion = (signed: string, announced: string): boolean =>
  withoutV(signed) === withoutV(announced);
