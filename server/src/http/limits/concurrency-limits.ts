import { createFairSemaphore, type FairSemaphore } from '../../domain/concurrency/fair-semaphore.ts';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits concurrent calls per app: a release may have megabytes of notes and signatures, and a key may send a thousand
 * calls at once. Calls that need the storage or foreign hosts have a separate semaphore, so that an outage there never
 * blocks a withdrawal.
 */

/** Slow dependencies: the storage, or foreign DNS and hosts. */
export type ExternalDependency = 'storage' | 'internet';

export interface ConcurrencyLimits {
  of(call: { asks: ExternalDependency | undefined; isRead: boolean }): FairSemaphore;
  /** Limits public pages. */
  pages: FairSemaphore;
}

export const createConcurrencyLimits = (): ConcurrencyLimits => {
  const widthOf = (ofOne: number) => ({ atOnce: bounds.callsAtOnce, ofOne });
  const storing = createFairSemaphore(widthOf(bounds.storageCallsOfApp));
  const changes = createFairSemaphore(widthOf(bounds.changesOfApp));
  const probing = createFairSemaphore({ atOnce: bounds.probesAtOnce, ofOne: bounds.probesOfApp });
  const reads = createFairSemaphore({ atOnce: bounds.readsAtOnce, ofOne: bounds.readsOfApp });
  const pages = createFairSemaphore({ atOnce: bounds.readsAtOnce, ofOne: bounds.readsOfApp });
  return {
    of: ({ asks, isRead }) => {
      if (asks !== undefined) return asks === 'storage' ? storing : probing;
      return isRead ? reads : changes;
    },
    pages,
  };
};
