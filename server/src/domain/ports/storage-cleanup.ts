import type { Instant } from '../model/instant.ts';

export interface StorageCleanup {
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** In any order. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Instant }>;
  /**
   * Removes temporary files and unfinished uploads unchanged since `before`; returns their number. Resuming counts as a
   * change; if the storage cannot record that, `isInUse` decides by key.
   */
  sweep(before: Instant, isInUse?: (key: string) => Promise<boolean>): Promise<number>;
}
