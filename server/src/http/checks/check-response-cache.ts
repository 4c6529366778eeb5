import type { Catalog } from '../../domain/catalog/catalog.ts';
import type { CheckCounts } from '../../domain/fleet/check-counts.ts';
import type { CheckCounter } from '../../domain/fleet/counters/counter.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { Site } from '../../domain/model/site.ts';
import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { isProxied } from '../client/client-ip.ts';
import type { IsTrustedProxy, Sites } from '../hosts/sites.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { CacheKey } from './cache-key.ts';
import type { VersionResponse } from './check.ts';
import { proxySampleRate } from './check-counts.ts';
import type { CheckOutcome, CheckResponse } from './check-responses.ts';
import { createResponseTable, maxTableBytes, type ResponseTable } from './response-table.ts';

/*
 * Caches responses of checks that depend on host and path alone, in a response table, while their site is in memory.
 * Checks are counted in the table and added up later. Requests with more client details or an ETag take the slow path,
 * which gives the same response.
 */

interface ResponseLabels {
  readonly status: string;
  readonly adapter: string;
  readonly outcome: CheckOutcome;
}

/** The response if it is the same for all clients of the version: no rollout is involved. */
const sharedResponse = ({ ahead, checkIns, met }: VersionResponse): CheckResponse | undefined =>
  'answer' in ahead && ahead.offerCounter === undefined && checkIns === undefined && met === undefined
    ? ahead
    : undefined;

/** A response table with the counters of its rows. */
interface CountedTable {
  readonly table: ResponseTable;
  /** Check counters by row. */
  readonly counters: (CheckCounter | undefined)[];
  /** Rows with uncounted checks, oldest first. */
  readonly pendingRows: number[];
  /** Checks through a proxy, by row. */
  readonly proxied: Map<number, number>;
}

const createCountedTable = (responseTable: ResponseTable): CountedTable => ({
  table: responseTable,
  counters: [],
  pendingRows: [],
  proxied: new Map(),
});

/** Rows of a full table drained per insert, so that draining ends before the next table is full. */
const drainedPerInsert = 16;

export const createCheckResponseCache = (needs: {
  catalog: Pick<Catalog, 'slotOf' | 'isSlotCurrent' | 'stats'>;
  sites: Pick<Sites, 'plainHost'>;
  checkCounts: Pick<CheckCounts, 'countChecks' | 'register'>;
  metrics: Pick<Metrics, 'request' | 'check'>;
  isTrustedProxy: IsTrustedProxy | undefined;
  /** The route's path, as the metrics label. */
  route: string;
  /** Logs each check; undefined if the log level excludes it. */
  log: ((request: PlainRequest, status: number, app: string | undefined) => void) | undefined;
}) => {
  const { catalog, sites, checkCounts, metrics, isTrustedProxy, route, log } = needs;
  const kinds: ResponseLabels[] = [];
  let current = createCountedTable(createResponseTable());
  /** The previous table, kept until its counts are drained. */
  let before: CountedTable | undefined;

  const settle = ({ table, counters, proxied }: CountedTable, row: number): void => {
    const checks = table.drainCount(row);
    const offers = kinds[table.labelOf(row)]?.outcome === 'update' ? checks : 0;
    const counter = counters[row];
    if (checks > 0 && counter !== undefined)
      checkCounts.countChecks(counter, { checks, offers, proxied: proxied.get(row) ?? 0 });
    proxied.delete(row);
  };
  const settleBefore = (most: number): void => {
    if (before === undefined) return;
    for (const row of before.pendingRows.splice(-most)) settle(before, row);
    if (before.pendingRows.length === 0) before = undefined;
  };
  checkCounts.register({
    pendingCount: () => current.pendingRows.length + (before?.pendingRows.length ?? 0),
    drain: (most) => {
      const left = most - (before?.pendingRows.length ?? 0);
      settleBefore(most);
      if (left > 0) for (const row of current.pendingRows.splice(0, left)) settle(current, row);
    },
  });

  /** Starts a new table when the current one is full. Later inserts drain the old counts step by step. */
  const rotateIfFull = (): void => {
    settleBefore(drainedPerInsert);
    const targetBytes = Math.max(
      bounds.responseTableBytes,
      bounds.responseTableBytesOfSite * catalog.stats().sites,
    );
    const capacity = Math.min(targetBytes, maxTableBytes);
    if (current.table.bytes() < capacity) return;
    settleBefore(Number.POSITIVE_INFINITY);
    before = current;
    current = createCountedTable(createResponseTable(before.table.clear(capacity)));
  };

  const cacheKeyOf = (request: PlainRequest): CacheKey | undefined => {
    const { method, url, headers } = request;
    const isPlain =
      method === 'GET' &&
      headers['if-none-match'] === undefined &&
      headers['slipway-client'] === undefined &&
      headers['x-user-staging-id'] === undefined;
    return isPlain && url !== undefined ? { host: sites.plainHost(request), path: url } : undefined;
  };

  const isCurrent = ({ table }: CountedTable, place: number): boolean =>
    catalog.isSlotCurrent(table.siteSlotOf(place), table.slotGenerationOf(place));

  const labelIndexOf = ({ adapter }: VersionResponse, { outcome, answer }: CheckResponse): number => {
    const status = String(answer.head.status);
    const index = kinds.findIndex(
      (kind) => kind.status === status && kind.adapter === adapter && kind.outcome === outcome,
    );
    return index === -1 ? kinds.push({ status, adapter, outcome }) - 1 : index;
  };

  const count = ({ table, pendingRows, proxied }: CountedTable, row: number, request: PlainRequest): void => {
    const times = table.count(row);
    if (times === 1) pendingRows.push(row);
    if (times % proxySampleRate === 1 && isProxied(request, isTrustedProxy))
      proxied.set(row, (proxied.get(row) ?? 0) + proxySampleRate);
  };

  return {
    /** Undefined if nothing is cached or the request needs the slow path. */
    answer: (request: PlainRequest): FastPathResponse | undefined => {
      const { table } = current;
      const cacheKey = cacheKeyOf(request);
      const place = cacheKey === undefined ? -1 : table.find(cacheKey);
      if (place === -1 || !isCurrent(current, place)) return undefined;
      const row = table.counterRowOf(place);
      const { status, adapter, outcome } = kinds[table.labelOf(row)] as ResponseLabels;
      metrics.request(route, status);
      metrics.check(adapter, outcome);
      count(current, row, request);
      log?.(request, Number(status), current.counters[row]?.app);
      return table.read(place);
    },
    /** Caches a response that is the same for every client of the version. */
    store: (site: Site, versionResponse: VersionResponse, request: PlainRequest): void => {
      const decided = sharedResponse(versionResponse);
      const sealed = decided?.answer.serialized;
      const cacheKey = cacheKeyOf(request);
      if (decided === undefined || sealed === undefined || cacheKey === undefined) return;
      // Only the host as the catalog has it, and no query: clients could otherwise fill the cache with spellings.
      const slotRef =
        cacheKey.host === site.host && !cacheKey.path.includes('?') ? catalog.slotOf(site) : undefined;
      if (slotRef === undefined) return;
      rotateIfFull();
      const { table, counters } = current;
      const old = table.find(cacheKey);
      if (old !== -1) settle(current, table.counterRowOf(old));
      const place = table.put(cacheKey, sealed, { ...slotRef, note: labelIndexOf(versionResponse, decided) });
      if (place !== undefined) counters[table.counterRowOf(place)] = versionResponse.counter;
    },
  };
};
