import { bounds } from '../../domain/model/bounds.ts';
import type { FeedClient } from '../../domain/model/feed.ts';
import type { Site } from '../../domain/model/site.ts';
import type { FeedReaders, NamedRelease } from '../checks/feed-read-counts.ts';
import { detachVersion } from '../checks/version-table.ts';
import type { FeedReadContext } from '../client/feed-client.ts';
import { detachString } from '../limits/detached-string.ts';
import type { PreparedResponse } from '../response/response.ts';

/*
 * Rendered pages by host and by what of the address is read. A page does not keep its site alive, and a host's pages go
 * when another site of it is shown. All hosts share one bound, the host that was filled first gives way first; and none
 * may take more than its share, so that whoever asks for every page of one app takes none from the others.
 */

/** What a client is answered, and what that names for it. */
export interface PageResponse {
  readonly answer: PreparedResponse;
  readonly named?: NamedRelease | undefined;
}

export interface CachedPage extends PageResponse {
  /** Where it depends on the client: what else it may be answered, and which it is. */
  readonly others?: readonly PreparedResponse[];
  choose?(client: FeedClient, asking: FeedReadContext): PageResponse | undefined;
  /** Who reads it, where they are counted; and the version that they tell by its address. */
  readonly readers?: FeedReaders;
  readonly version?: string | undefined;
  /** What it holds beside its answers. */
  readonly heldBytes?: number;
  /** The route's name in metrics. */
  readonly route: string;
}

interface HostPages {
  readonly pages: Map<string, CachedPage>;
  bytes: number;
}

/** What a page takes beside its body and its name. */
const overheadBytes = 600;

const sizeOf = (name: string, { answer, others = [], heldBytes = 0 }: CachedPage): number =>
  others.reduce((sum, { body }) => sum + body.length, answer.body.length + heldBytes) +
  name.length +
  overheadBytes;

export const createPageCache = () => {
  const shelves = new Map<string, HostPages>();
  /** One look instead of two, which does not keep the site alive either. */
  const bySite = new WeakMap<Site, HostPages>();
  /** By how many addresses a page is found. */
  const addresses = new WeakMap<CachedPage, number>();
  let bytes = 0;

  const clear = (host: string): void => {
    const shelf = shelves.get(host);
    bytes -= shelf?.bytes ?? 0;
    shelf?.pages.clear();
    shelves.delete(host);
  };

  const shelfOf = (site: Site): HostPages => {
    const known = bySite.get(site);
    if (known !== undefined && shelves.get(site.host) === known) return known;
    clear(site.host);
    const shelf = { pages: new Map(), bytes: 0 };
    shelves.set(site.host, shelf);
    bySite.set(site, shelf);
    return shelf;
  };

  const drop = (shelf: HostPages, name: string): void => {
    const page = shelf.pages.get(name);
    if (page === undefined) return;
    const size = sizeOf(name, page);
    shelf.pages.delete(name);
    shelf.bytes -= size;
    bytes -= size;
  };

  const makeRoom = (shelf: HostPages): void => {
    for (const name of shelf.pages.keys()) {
      if (shelf.bytes <= bounds.pageBytesOfHost) break;
      drop(shelf, name);
    }
    for (const host of shelves.keys()) {
      if (bytes <= bounds.pageBytes) break;
      clear(host);
    }
  };

  const keep = (site: Site, asked: string, page: CachedPage): CachedPage => {
    // Names are put together from words of a request, which is not weighed and must not stay with them.
    const name = detachString(asked);
    const size = sizeOf(name, page);
    if (size > bounds.pageBytesOfHost) return page;
    const shelf = shelfOf(site);
    drop(shelf, name);
    shelf.pages.set(name, page);
    shelf.bytes += size;
    bytes += size;
    makeRoom(shelf);
    return page;
  };

  return {
    /** The page of this site; one that was made for the site before a change is none. */
    find: (site: Site, name: string): CachedPage | undefined => bySite.get(site)?.pages.get(name),
    keep,
    /**
     * Has a page found by an address as it was written, too. One page has more addresses than anyone counts: a few of them
     * are kept, so that strangers fill nothing.
     */
    keepAt: (
      site: Site,
      address: string,
      { page, version }: { page: CachedPage; version?: string | undefined },
    ): void => {
      const kept = addresses.get(page) ?? 0;
      if (kept === bounds.addressesOfDocument) return;
      addresses.set(page, kept + 1);
      keep(site, address, { ...page, version: version && detachVersion(version) });
    },
    stats: () => ({ hosts: shelves.size, bytes }),
  };
};
export type PageCache = ReturnType<typeof createPageCache>;
