import { bounds } from '../../domain/model/bounds.ts';
import type { FeedClient } from '../../domain/model/feed.ts';
import type { Site } from '../../domain/model/site.ts';
import type { FeedReaders, NamedRelease } from '../checks/feed-read-counts.ts';
import { detachVersion } from '../checks/version-table.ts';
import type { FeedReadContext } from '../client/feed-read-context.ts';
import { detachString } from '../limits/detached-string.ts';
import type { PreparedResponse } from '../response/response.ts';

/*
 * Caches rendered pages by host and normalized address. Pages don't keep their site alive, and go away when the site
 * changes. Hosts share one limit, with the oldest host evicted first, and each has its own limit, so that requests for
 * every page of one app evict none of the others.
 */

export interface PageResponse {
  readonly answer: PreparedResponse;
  readonly named?: NamedRelease | undefined;
}

export interface CachedPage extends PageResponse {
  /** Set if the page depends on the client: the other responses, and the function that picks one. */
  readonly others?: readonly PreparedResponse[];
  choose?(client: FeedClient, asking: FeedReadContext): PageResponse | undefined;
  /** Counters of its readers, and the version in its address. */
  readonly readers?: FeedReaders;
  readonly version?: string | undefined;
  /** Memory besides the responses. */
  readonly heldBytes?: number;
  readonly route: string;
}

interface HostPages {
  readonly pages: Map<string, CachedPage>;
  bytes: number;
}

/** Estimated memory besides body and name. */
const overheadBytes = 600;

const sizeOf = (name: string, { answer, others = [], heldBytes = 0 }: CachedPage): number =>
  others.reduce((sum, { body }) => sum + body.length, answer.body.length + heldBytes) +
  name.length +
  overheadBytes;

export const createPageCache = () => {
  const byHost = new Map<string, HostPages>();
  /** Saves a lookup by host and holds the site weakly. */
  const bySite = new WeakMap<Site, HostPages>();
  /** The number of addresses that a page is cached under. */
  const addresses = new WeakMap<CachedPage, number>();
  let bytes = 0;

  const clear = (host: string): void => {
    const hostPages = byHost.get(host);
    bytes -= hostPages?.bytes ?? 0;
    hostPages?.pages.clear();
    byHost.delete(host);
  };

  const hostPagesOf = (site: Site): HostPages => {
    const existing = bySite.get(site);
    if (existing !== undefined && byHost.get(site.host) === existing) return existing;
    clear(site.host);
    const hostPages = { pages: new Map(), bytes: 0 };
    byHost.set(site.host, hostPages);
    bySite.set(site, hostPages);
    return hostPages;
  };

  const drop = (hostPages: HostPages, name: string): void => {
    const page = hostPages.pages.get(name);
    if (page === undefined) return;
    const size = sizeOf(name, page);
    hostPages.pages.delete(name);
    hostPages.bytes -= size;
    bytes -= size;
  };

  const evict = (hostPages: HostPages): void => {
    for (const name of hostPages.pages.keys()) {
      if (hostPages.bytes <= bounds.pageBytesOfHost) break;
      drop(hostPages, name);
    }
    for (const host of byHost.keys()) {
      if (bytes <= bounds.pageBytes) break;
      clear(host);
    }
  };

  const store = (site: Site, rawName: string, page: CachedPage): CachedPage => {
    // Names contain slices of a request, which would stay in memory uncounted.
    const name = detachString(rawName);
    const size = sizeOf(name, page);
    if (size > bounds.pageBytesOfHost) return page;
    const hostPages = hostPagesOf(site);
    drop(hostPages, name);
    hostPages.pages.set(name, page);
    hostPages.bytes += size;
    bytes += size;
    evict(hostPages);
    return page;
  };

  return {
    /** Ignores pages of an older version of the site. */
    find: (site: Site, name: string): CachedPage | undefined => bySite.get(site)?.pages.get(name),
    store,
    /**
     * Also caches a page by an address as written. Only a few addresses are kept per page, so that clients can't fill
     * the cache with spellings.
     */
    storeAlias: (
      site: Site,
      address: string,
      { page, version }: { page: CachedPage; version?: string | undefined },
    ): void => {
      const aliasCount = addresses.get(page) ?? 0;
      if (aliasCount === bounds.addressesOfDocument) return;
      addresses.set(page, aliasCount + 1);
      store(site, address, { ...page, version: version && detachVersion(version) });
    },
    stats: () => ({ hosts: byHost.size, bytes }),
  };
};
export type PageCache = ReturnType<typeof createPageCache>;
