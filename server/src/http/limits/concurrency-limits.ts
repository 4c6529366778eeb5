import { createFairSemaphore, type FairSemaphore } from '../../domain/concurrency/fair-semaphore.ts';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * How many calls of one app are worked on at a time: a release may have megabytes of notes and signatures, and a key a
 * thousand calls at once. What asks the storage, or hosts of others, waits in a line of its own, so that what is away keeps
 * nobody from withdrawing a release.
 */

/** What lies outside and may take long: the storage, or the DNS and hosts of others. */
export type ExternalDependency = 'storage' | 'internet';

export interface ConcurrencyLimits {
  /** The line that a call waits in. */
  of(call: { asks: ExternalDependency | undefined; isRead: boolean }): FairSemaphore;
  /** The line of pages that anyone may ask for. */
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
