import { bounds } from '../../domain/nouns/bounds.ts';
/*
 * What clients of a version were answered, by the version exactly as they write it. Installed copies have few versions;
 * strangers may write any. So a table holds a few hundred, all tables of the process together hold a bounded number,
 * and long texts are never kept.
 */

export interface VersionTable<T> {
  find(name: string): T | undefined;
  /** The name is a text of its own (see `detached`), and of a version that `isKept`. */
  keep(name: string, value: T): void;
}

/** A table that keeps nothing: what strangers ask for at an address that is not kept leaves nothing behind. */
export const emptyTable: VersionTable<never> = { find: () => undefined, keep: () => undefined };

/** A text that does not hold on to the request that it was cut from, which may have 8 KiB. */
export const detached = (text: string): string => Buffer.from(text).toString();

/** Whether what a version is answered may be kept. */
export const isKept = (version: string): boolean => version.length <= bounds.answeredVersionLength;

/** A version that does not hold on to its request, if it is one to be kept. */
export const copyOf = (version: string): string => (isKept(version) ? detached(version) : version);

/**
 * Makes tables that share one bound: where that is reached, those go that were begun first, and what is in use is back with
 * the next check. A table has room for so many of each of its `addresses`.
 */
export const createVersionTables = <T>(most: () => number = () => bounds.answeredVersions) => {
  const filled = new Set<Map<string, T>>();
  let count = 0;
  const clear = (table: Map<string, T>): void => {
    count -= table.size;
    table.clear();
    filled.delete(table);
  };
  const makeRoom = (): void => {
    const room = most();
    for (const oldest of filled) {
      if (count < room) return;
      clear(oldest);
    }
  };
  return (addresses: () => number = () => 1): VersionTable<T> => {
    const table = new Map<string, T>();
    return {
      find: (name) => table.get(name),
      keep: (name, value) => {
        if (table.size >= bounds.answeredVersionsOfAddress * addresses()) clear(table);
        makeRoom();
        count += table.has(name) ? 0 : 1;
        table.set(name, value);
        filled.add(table);
      },
    };
  };
};
