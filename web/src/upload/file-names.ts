/*
 * Remembers the local file names of a draft. The server stores only targets and hashes, but people look for files by
 * name. Without localStorage, they see sizes and hashes.
 */

const place = 'slipway-file-names';
const keptDrafts = 20;

type Names = Record<string, Record<string, string>>;

export interface NameStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const read = (storage: NameStorage | undefined): Names => {
  try {
    return JSON.parse(storage?.getItem(place) ?? '{}') as Names;
  } catch {
    return {};
  }
};

/** Stores file names by target, and evicts the oldest drafts. */
export const rememberNames = (
  draft: string,
  names: Record<string, string>,
  storage: NameStorage | undefined = globalThis.localStorage,
): void => {
  const { [draft]: before, ...others } = read(storage);
  const remaining = Object.entries(others).slice(1 - keptDrafts);
  try {
    storage?.setItem(
      place,
      JSON.stringify({ ...Object.fromEntries(remaining), [draft]: { ...before, ...names } }),
    );
  } catch {
    // Without localStorage no names are stored.
  }
};

export const findRememberedName = (
  draft: string,
  target: string,
  storage: NameStorage | undefined = globalThis.localStorage,
): string | undefined => {
  const name: unknown = read(storage)[draft]?.[target];
  return typeof name === 'string' ? name : undefined;
};
