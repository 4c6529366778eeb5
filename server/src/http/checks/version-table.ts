import { bounds } from '../../domain/model/bounds.ts';
import { detachString } from '../limits/detached-string.ts';

/*
 * Caches responses by version, as the client writes it. Installed copies have few versions, but a client may send any
 * text: tables and their total size are bounded, and long texts are never cached.
 */

export interface VersionTable<T> {
  find(name: string): T | undefined;
  /** The name must be a detached string (detachString) of a cacheable version. */
  set(name: string, value: T): void;
}

/** Caches nothing, for addresses that anyone can make up. */
export const emptyVersionTable: VersionTable<never> = { find: () => undefined, set: () => undefined };

export const isCacheableVersion = (version: string): boolean =>
  version.length <= bounds.answeredVersionLength;

/** Copies a cacheable version, because a slice would keep its request in memory. */
export const detachVersion = (version: string): string =>
  isCacheableVersion(version) ? detachString(version) : version;

/** Weak, because the site that owns the table may be gone. */
interface TableEntry<T> {
  readonly table: WeakRef<Map<string, T>>;
  size: number;
}

/**
 * Creates tables that share one limit. When it is reached, the oldest tables are evicted; versions in use return with
 * the next check. The limit of a table grows with its `addresses`. Tables are held weakly, because their entries would
 * keep sites in memory.
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
  const evictOldest = (): void => {
    const limit = most();
    for (const oldest of begun) {
      if (count < limit) return;
      clear(oldest);
    }
  };
  return (addresses: () => number = () => 1): VersionTable<T> => {
    const table = new Map<string, T>();
    const own: TableEntry<T> = { table: new WeakRef(table), size: 0 };
    gone.register(table, own);
    return {
      find: (name) => table.get(name),
      set: (name, value) => {
        if (table.size >= bounds.answeredVersionsOfAddress * addresses()) clear(own);
        evictOldest();
        table.set(name, value);
        count += table.size - own.size;
        own.size = table.size;
        begun.add(own);
      },
    };
  };
};
