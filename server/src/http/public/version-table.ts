import { bounds } from '../../domain/nouns/bounds.ts';
/*
 * What clients of a version were answered, by the version exactly as they write it. Installed copies have few versions;
 * strangers may write any. So a table holds a few hundred, all tables of the process together hold a bounded number,
 * and long texts are never kept.
 */

export interface VersionTable<T> {
  find(version: string): T | undefined;
  /** The version is a text of its own (see `copyOf`); a long one is not kept. */
  keep(version: string, value: T): void;
}

/** A table that keeps nothing: what strangers ask for at an address that is not kept leaves nothing behind. */
export const emptyTable: VersionTable<never> = { find: () => undefined, keep: () => undefined };

/** A version that does not hold on to the request that it was cut from, if it is one to be kept. */
export const copyOf = (version: string): string =>
  version.length > bounds.answeredVersionLength ? version : Buffer.from(version).toString();

/** Makes tables that share one bound. When it is reached all begin anew: what is in use is back with the next check. */
export const createVersionTable = <T>() => {
  const filled = new Set<Map<string, T>>();
  let count = 0;
  const clear = (table: Map<string, T>): void => {
    count -= table.size;
    table.clear();
    filled.delete(table);
  };
  return (): VersionTable<T> => {
    const table = new Map<string, T>();
    return {
      find: (version) => table.get(version),
      keep: (version, value) => {
        if (version.length > bounds.answeredVersionLength) return;
        if (table.size >= bounds.answeredVersionsOfAddress) clear(table);
        if (count >= bounds.answeredVersions) for (const other of filled) clear(other);
        table.set(version, value);
        filled.add(table);
        count += 1;
      },
    };
  };
};
