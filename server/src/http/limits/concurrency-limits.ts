import { createFairSemaphore, type FairSemaphore } from '@slipway/core/fair-semaphore.ts';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits concurrent calls per app: a release may have megabytes of notes and signatures, and a key may send a thousand
 * calls at once. Calls that need the storage or foreign hosts have a separate semaphore, so that an outage there never
 * blocks a withdrawal.
 */

/** Slow dependencies: the storage, or foreign DNS and hosts. */
export type ExternalDependency = 'storage' | 'internet';

export interface ConcurrencyLimits {
  forCall(call: { dependsOn: ExternalDependency | undefined; isRead: boolean }): FairSemaphore;
  /** Limits public pages. */
  pages: FairSemaphore;
}

export const createConcurrencyLimits = (): ConcurrencyLimits => {
  const widthOf = (ofOne: number) => ({ limit: bounds.callsAtOnce, limitPerKey: ofOne });
  const storing = createFairSemaphore(widthOf(bounds.storageCallsOfApp));
  const changes = createFairSemaphore(widthOf(bounds.changesOfApp));
  const domainChecks = createFairSemaphore({ limit: bounds.probesAtOnce, limitPerKey: bounds.probesOfApp });
  const reads = createFairSemaphore({ limit: bounds.readsAtOnce, limitPerKey: bounds.readsOfApp });
  const pages = createFairSemaphore({ limit: bounds.readsAtOnce, limitPerKey: bounds.readsOfApp });
  return {
    forCall: ({ dependsOn, isRead }) => {
      if (dependsOn !== undefined) return dependsOn === 'storage' ? storing : domainChecks;
      return isRead ? reads : changes;
    },
    pages,
  };
};
