/*
 * What the files of a draft were called here: the service keeps targets and hashes, but people look for files by name.
 * Kept by the browser, and only a help: whoever has it not sees sizes and hashes all the same.
 */

const place = 'slipway-file-names';
const keptDrafts = 20;

type Names = Record<string, Record<string, string>>;

export interface NameStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const read = (shelf: NameStorage | undefined): Names => {
  try {
    return JSON.parse(shelf?.getItem(place) ?? '{}') as Names;
  } catch {
    return {};
  }
};

/** Remembers the names of a draft's files by target; the oldest drafts are forgotten. */
export const rememberNames = (
  draft: string,
  names: Record<string, string>,
  shelf: NameStorage | undefined = globalThis.localStorage,
): void => {
  const { [draft]: before, ...others } = read(shelf);
  const kept = Object.entries(others).slice(1 - keptDrafts);
  try {
    shelf?.setItem(place, JSON.stringify({ ...Object.fromEntries(kept), [draft]: { ...before, ...names } }));
  } catch {
    // A browser that keeps nothing does without.
  }
};

/** What a file of a draft was called here, where that is known. */
export const findRememberedName = (
  draft: string,
  target: string,
  shelf: NameStorage | undefined = globalThis.localStorage,
): string | undefined => {
  const name: unknown = read(shelf)[draft]?.[target];
  return typeof name === 'string' ? name : undefined;
};
