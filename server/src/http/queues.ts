import { createFairQueue, type FairQueue } from '../domain/fair-queue.ts';
import { bounds } from '../domain/nouns/bounds.ts';

/*
 * How many calls of one app are worked on at a time: a release may have megabytes of notes and signatures, and a key a
 * thousand calls at once. What asks the storage waits in a line of its own, so that a storage that is away keeps nobody
 * from withdrawing a release.
 */

export interface Queues {
  /** The line that a call waits in. */
  of(call: { asksStorage: boolean; isRead: boolean }): FairQueue;
  /** The line of pages that anyone may ask for. */
  pages: FairQueue;
}

export const createQueues = (): Queues => {
  const widthOf = (ofOne: number) => ({ atOnce: bounds.callsAtOnce, ofOne });
  const storing = createFairQueue(widthOf(bounds.storageCallsOfApp));
  const changes = createFairQueue(widthOf(bounds.changesOfApp));
  const reads = createFairQueue({ atOnce: bounds.readsAtOnce, ofOne: bounds.readsOfApp });
  const pages = createFairQueue({ atOnce: bounds.readsAtOnce, ofOne: bounds.readsOfApp });
  return {
    of: ({ asksStorage, isRead }) => {
      if (asksStorage) return storing;
      return isRead ? reads : changes;
    },
    pages,
  };
};
