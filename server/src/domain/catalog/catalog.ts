import { createFairSemaphore } from '@slipway/core/fair-semaphore.ts';
import { bounds } from '../model/bounds.ts';
import type { Hosts } from '../model/host.ts';
import type { Site } from '../model/site.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import { loadSite, type SiteLoads } from './load-site.ts';
import { createSiteCache } from './site-cache.ts';
import type { SlotRef } from './slots.ts';

/*
 * Published sites in memory, so that a check never waits for the database. A site loads on the first request to its
 * host and reloads in the background when its app changes. Until then, and while the database is down, the last good
 * one serves. A change made on this node returns only after the reload, so a publisher that checks right away sees the
 * release.
 */

export interface Catalog {
  /** Null if no app has the host, undefined if the site is not in memory. */
  peek(host: string): Site | null | undefined;
  /** The site's slot in memory. Anything cached for the site is valid while the slot holds it. */
  slotOf(site: Site): SlotRef | undefined;
  /** Whether the slot still holds the site; also marks the site as used. */
  isSlotCurrent(slot: number, stamp: number): boolean;
  /** Undefined if no app has the host. Throws 'database-unavailable' if the site was never loaded. */
  find(host: string): Promise<Site | undefined>;
  /** Whether no site of the app is waiting to be reloaded. */
  isFresh(app: string): boolean;
  /** Resolves once every site changed on this node was reloaded or has failed to reload. */
  settled(): Promise<void>;
  /** Retries some of the sites that failed to reload. A job calls it. */
  refreshStale(): Promise<void>;
  stats(): { sites: number; weightBytes: number; stale: number };
}

const staleAtATime = 200;

export const createCatalog = (needs: {
  store: SiteLoads & Pick<Invalidation, 'watch'>;
  hosts: Hosts;
  maxWeightBytes: number;
}): Catalog => {
  const cache = createSiteCache(needs.maxWeightBytes);
  const queue = createFairSemaphore({ limit: bounds.siteLoads, limitPerKey: 1 });
  const reads: SiteLoads = {
    findAppByPublicSlug: needs.store.findAppByPublicSlug,
    findAppByDomain: needs.store.findAppByDomain,
    // An app may have many hosts, each with a site of the maximum size.
    listChannels: needs.store.listChannels,
    listCandidates: (app) => queue(app, () => needs.store.listCandidates(app)),
    listVersions: needs.store.listVersions,
    listSigningKeys: needs.store.listSigningKeys,
  };
  /** Hosts without an app, cached until anything changes. */
  const unknown = new Set<string>();
  const stale = new Set<string>();
  const loading = new Map<string, Promise<Site | undefined>>();
  /** Change counters, overall and per app: a load must not be older than either. */
  let changes = 0;
  let lastOfAny = 0;
  const lastOfApp = new Map<string, number>();

  const isCurrent = (site: Site | undefined, changesAtStart: number): boolean =>
    site === undefined
      ? changes === changesAtStart
      : Math.max(lastOfAny, lastOfApp.get(site.app.slug) ?? 0) <= changesAtStart;

  const settle = (host: string, site: Site | undefined): void => {
    stale.delete(host);
    if (site !== undefined) cache.put(site);
    else {
      cache.remove(host);
      if (unknown.size >= bounds.unknownHosts) unknown.clear();
      unknown.add(host);
    }
  };

  /** Reloads until the app did not change meanwhile, so a site is never older than its announcement. */
  const load = (host: string): Promise<Site | undefined> => {
    const underWay = loading.get(host);
    if (underWay !== undefined) return underWay;
    const run = async (): Promise<Site | undefined> => {
      for (;;) {
        const changesAtStart = changes;
        const site = await loadSite(reads, needs.hosts, host);
        if (!isCurrent(site, changesAtStart)) continue;
        settle(host, site);
        return site;
      }
    };
    const promise = run().finally(() => loading.delete(host));
    loading.set(host, promise);
    return promise;
  };

  const reload = async (host: string): Promise<void> => {
    try {
      await load(host);
    } catch {
      if (cache.entries.has(host)) stale.add(host);
    }
  };

  needs.store.watch((apps) => {
    changes += 1;
    unknown.clear();
    for (const app of apps ?? []) lastOfApp.set(app, changes);
    if (apps === undefined) {
      lastOfAny = changes;
      for (const host of cache.entries.keys()) stale.add(host);
    } else for (const host of apps.flatMap(cache.hostsOf)) void reload(host);
  });

  return {
    peek: (host) => {
      const entry = cache.entries.get(host);
      if (entry === undefined) return unknown.has(host) ? null : undefined;
      cache.slots.markUsed(entry.slot);
      return entry.site;
    },
    slotOf: (site) => {
      const entry = cache.entries.get(site.host);
      return entry?.site === site ? cache.slots.slotRef(entry.slot) : undefined;
    },
    isSlotCurrent: cache.slots.isCurrent,
    find: (host) => {
      const entry = cache.entries.get(host);
      if (entry === undefined) return unknown.has(host) ? Promise.resolve(undefined) : load(host);
      cache.slots.markUsed(entry.slot);
      return Promise.resolve(entry.site);
    },
    isFresh: (app) => !cache.hostsOf(app).some((host) => loading.has(host) || stale.has(host)),
    settled: async () => {
      await Promise.allSettled(loading.values());
    },
    refreshStale: async () => {
      await Promise.all([...stale].slice(0, staleAtATime).map(reload));
    },
    stats: () => ({ sites: cache.entries.size, weightBytes: cache.weightBytes(), stale: stale.size }),
  };
};
