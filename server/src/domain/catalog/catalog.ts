import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { bounds } from '../model/bounds.ts';
import type { Hosts } from '../model/host.ts';
import type { Site } from '../model/site.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import { loadSite, type SiteReads } from './load-site.ts';
import { createSiteCache } from './site-cache.ts';
import type { SlotRef } from './slots.ts';

/*
 * What the public sees, held in memory, so that a check never waits for the database. A site is loaded when its
 * host is first asked for, and anew in the background when its app changes. Until the new one is swapped in, and
 * while the database is away, the last good one answers. A change made on this node is answered to its maker only
 * once the sites have settled: who publishes and then checks sees the release.
 */

export interface Catalog {
  /** The site of a host if it is in memory, null if no app is known to have the host, else undefined. */
  peek(host: string): Site | null | undefined;
  /** The seat of a site in memory: what is made of the site may be used as long as it is seated there. */
  seatOf(site: Site): SlotRef | undefined;
  /** Whether that is so; the site is asked for thereby. */
  isSeated(seat: number, stamp: number): boolean;
  /** The site of a host, or undefined when no app has it. Throws 'database-unavailable' if it was never seen. */
  find(host: string): Promise<Site | undefined>;
  /** Whether no site of the app waits to be loaded anew. */
  isFresh(app: string): boolean;
  /** Resolves when every site whose change was noticed here has been loaded anew, or could not be. */
  settled(): Promise<void>;
  /** Loads some of the sites that could not be loaded when they changed. A job calls it. */
  refreshStale(): Promise<void>;
  stats(): { sites: number; weightBytes: number; stale: number };
}

const staleAtATime = 200;

export const createCatalog = (needs: {
  store: SiteReads & Pick<Invalidation, 'watch'>;
  hosts: Hosts;
  maxWeightBytes: number;
}): Catalog => {
  const cache = createSiteCache(needs.maxWeightBytes);
  const queue = createFairSemaphore({ atOnce: bounds.siteLoads, ofOne: 1 });
  const reads: SiteReads = {
    findAppByPublicSlug: needs.store.findAppByPublicSlug,
    findAppByDomain: needs.store.findAppByDomain,
    // An app may have many hosts, and each site of it be as heavy as sites may be.
    listChannels: needs.store.listChannels,
    listCandidates: (app) => queue(app, () => needs.store.listCandidates(app)),
    listVersions: needs.store.listVersions,
    listSigningKeys: needs.store.listSigningKeys,
  };
  /** Hosts known to be no app's, until anything changes. */
  const unknown = new Set<string>();
  const stale = new Set<string>();
  const loading = new Map<string, Promise<Site | undefined>>();
  /** How many changes were noticed, and the last one of each app: a load must not be older than either. */
  let changes = 0;
  let lastOfAny = 0;
  const lastOfApp = new Map<string, number>();

  const isCurrent = (site: Site | undefined, seen: number): boolean =>
    site === undefined ? changes === seen : Math.max(lastOfAny, lastOfApp.get(site.app.slug) ?? 0) <= seen;

  const settle = (host: string, site: Site | undefined): void => {
    stale.delete(host);
    if (site !== undefined) cache.put(site);
    else {
      cache.remove(host);
      if (unknown.size >= bounds.unknownHosts) unknown.clear();
      unknown.add(host);
    }
  };

  /** Loads until its app did not change meanwhile: what is swapped in is never older than what was announced. */
  const load = (host: string): Promise<Site | undefined> => {
    const underWay = loading.get(host);
    if (underWay !== undefined) return underWay;
    const run = async (): Promise<Site | undefined> => {
      for (;;) {
        const seen = changes;
        const site = await loadSite(reads, needs.hosts, host);
        if (!isCurrent(site, seen)) continue;
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
      cache.seats.use(entry.seat);
      return entry.site;
    },
    seatOf: (site) => {
      const entry = cache.entries.get(site.host);
      return entry?.site === site ? cache.seats.seated(entry.seat) : undefined;
    },
    isSeated: cache.seats.isSeated,
    find: (host) => {
      const entry = cache.entries.get(host);
      if (entry === undefined) return unknown.has(host) ? Promise.resolve(undefined) : load(host);
      cache.seats.use(entry.seat);
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
