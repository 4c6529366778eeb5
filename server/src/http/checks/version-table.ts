import { bounds } from '../../domain/model/bounds.ts';
import { detachString } from '../limits/detached-string.ts';

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
export const emptyVersionTable: VersionTable<never> = { find: () => undefined, keep: () => undefined };

/** Whether what a version is answered may be kept. */
export const isCacheableVersion = (version: string): boolean =>
  version.length <= bounds.answeredVersionLength;

/** A version that does not hold on to its request, if it is one to be kept. */
export const detachVersion = (version: string): string =>
  isCacheableVersion(version) ? detachString(version) : version;

/** A table that was begun: whoever it was made for may be gone, and the table with it. */
interface TableEntry<T> {
  readonly table: WeakRef<Map<string, T>>;
  size: number;
}

/**
 * Makes tables that share one bound: where that is reached, those go that were begun first, and what is in use is back with
 * the next check. A table has room for so many of each of its `addresses`. Nothing here keeps one alive: what it knows of a
 * site would keep that, and all sites before it.
 */
export const createVersionTables = <T>(most: () => number = () => bounds.answeredVersions) => {
  const begun = new Set<TableEntry<T>>();
  let count = 0;
  const forget = (one: TableEntry<T>): void => {
    count -= one.size;
    one.size = 0;
    begun.delete(one);
  };
  const gone = new FinalizationRegistry<TableEntry<T>>(forget);
  const clear = (one: TableEntry<T>): void => {
    one.table.deref()?.clear();
    forget(one);
  };
  const makeRoom = (): void => {
    const room = most();
    for (const oldest of begun) {
      if (count < room) return;
      clear(oldest);
    }
  };
  return (addresses: () => number = () => 1): VersionTable<T> => {
    const table = new Map<string, T>();
    const own: TableEntry<T> = { table: new WeakRef(table), size: 0 };
    gone.register(table, own);
    return {
      find: (name) => table.get(name),
      keep: (name, value) => {
        if (table.size >= bounds.answeredVersionsOfAddress * addresses()) clear(own);
        makeRoom();
        table.set(name, value);
        count += table.size - own.size;
        own.size = table.size;
        begun.add(own);
      },
    };
  };
};
