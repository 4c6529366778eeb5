import { isSemVer } from '../sem-ver.ts';

/*
 * Versions as Tauri's clients read them: Rust's `semver` crate after every leading `v` is taken off. Its numbers are
 * of 64 bits.
 */

const largest = 2n ** 64n - 1n;

const withoutV = (version: string): string => version.replace(/^v+/, '');

/** Whether clients can read a version at all. */
export const isReadable = (version: string): boolean => isSemVer(withoutV(version), largest);

/**
 * Whether clients take a signed version for the announced one: equal as SemVer, build metadata included, or letter
 * by letter where one is none. SemVer has one spelling for a version, so that both are the same question.
 */
export const isSameVersion = (signed: string, announced: string): boolean =>
  withoutV(signed) === withoutV(announced);
