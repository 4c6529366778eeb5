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
const sharedResponse = ({ ahead, arrivals, met }: VersionResponse): CheckResponse | undefined =>
  'answer' in ahead && ahead.offered === undefined && arrivals === undefined && met === undefined
    ? ahead
    : undefined;

/** A response table with the counters of its rows. */
interface CountedTable {
  readonly rack: ResponseTable;
  /** Check counters by row. */
  readonly cells: (CheckCounter | undefined)[];
  /** Rows with uncounted checks, oldest first. */
  readonly touched: number[];
  /** Checks through a proxy, by row. */
  readonly proxied: Map<number, number>;
}

const createCountedTable = (rack: ResponseTable): CountedTable => ({
  rack,
  cells: [],
  touched: [],
  proxied: new Map(),
});

/** Rows of a full table drained per insert, so that draining ends before the next table is full. */
const drainedPerInsert = 16;

export const createCheckResponseCache = (needs: {
  catalog: Pick<Catalog, 'seatOf' | 'isSeated' | 'stats'>;
  sites: Pick<Sites, 'plainHost'>;
  counting: Pick<CheckCounts, 'countChecks' | 'hearOf'>;
  metrics: Pick<Metrics, 'request' | 'check'>;
  trusts: IsTrustedProxy | undefined;
  /** The route's path, as the metrics label. */
  route: string;
}) => {
  const { catalog, sites, counting, metrics, trusts, route } = needs;
  const kinds: ResponseLabels[] = [];
  let held = createCountedTable(createResponseTable());
  /** The previous table, kept until its counts are drained. */
  let before: CountedTable | undefined;

  const settle = ({ rack, cells, proxied }: CountedTable, row: number): void => {
    const checks = rack.takeCount(row);
    const offers = kinds[rack.noteOf(row)]?.outcome === 'update' ? checks : 0;
    const cell = cells[row];
    if (checks > 0 && cell !== undefined)
      counting.countChecks(cell, { checks, offers, proxied: proxied.get(row) ?? 0 });
    proxied.delete(row);
  };
  const settleBefore = (most: number): void => {
    if (before === undefined) return;
    for (const row of before.touched.splice(-most)) settle(before, row);
    if (before.touched.length === 0) before = undefined;
  };
  counting.hearOf({
    waiting: () => held.touched.length + (before?.touched.length ?? 0),
    settle: (most) => {
      const left = most - (before?.touched.length ?? 0);
      settleBefore(most);
      if (left > 0) for (const row of held.touched.splice(0, left)) settle(held, row);
    },
  });

  /** Starts a new table when the current one is full. Later inserts drain the old counts step by step. */
  const makeRoom = (): void => {
    settleBefore(drainedPerInsert);
    const wanted = Math.max(bounds.rackBytes, bounds.rackBytesOfSite * catalog.stats().sites);
    const room = Math.min(wanted, maxTableBytes);
    if (held.rack.bytes() < room) return;
    settleBefore(Number.POSITIVE_INFINITY);
    before = held;
    held = createCountedTable(createResponseTable(before.rack.clear(room)));
  };

  const wordsOf = (request: PlainRequest): CacheKey | undefined => {
    const { method, url, headers } = request;
    const isPlain =
      method === 'GET' &&
      headers['if-none-match'] === undefined &&
      headers['slipway-client'] === undefined &&
      headers['x-user-staging-id'] === undefined;
    return isPlain && url !== undefined ? { host: sites.plainHost(request), path: url } : undefined;
  };

  const isGood = ({ rack }: CountedTable, place: number): boolean =>
    catalog.isSeated(rack.seatOf(place), rack.stampOf(place));

  const noteOf = ({ adapter }: VersionResponse, { outcome, answer }: CheckResponse): number => {
    const status = String(answer.head.status);
    const known = kinds.findIndex(
      (kind) => kind.status === status && kind.adapter === adapter && kind.outcome === outcome,
    );
    return known === -1 ? kinds.push({ status, adapter, outcome }) - 1 : known;
  };

  const count = ({ rack, touched, proxied }: CountedTable, row: number, request: PlainRequest): void => {
    const times = rack.count(row);
    if (times === 1) touched.push(row);
    if (times % proxySampleRate === 1 && isProxied(request, trusts))
      proxied.set(row, (proxied.get(row) ?? 0) + proxySampleRate);
  };

  return {
    /** Undefined if nothing is cached or the request needs the slow path. */
    answer: (request: PlainRequest): FastPathResponse | undefined => {
      const { rack } = held;
      const words = wordsOf(request);
      const place = words === undefined ? -1 : rack.find(words);
      if (place === -1 || !isGood(held, place)) return undefined;
      const row = rack.rowOf(place);
      const { status, adapter, outcome } = kinds[rack.noteOf(row)] as ResponseLabels;
      metrics.request(route, status);
      metrics.check(adapter, outcome);
      count(held, row, request);
      return rack.read(place);
    },
    /** Caches a response that is the same for every client of the version. */
    keep: (site: Site, known: VersionResponse, request: PlainRequest): void => {
      const decided = sharedResponse(known);
      const sealed = decided?.answer.whole;
      const words = wordsOf(request);
      if (decided === undefined || sealed === undefined || words === undefined) return;
      // Only the host as the catalog has it, and no query: clients could otherwise fill the cache with spellings.
      const seated = words.host === site.host && !words.path.includes('?') ? catalog.seatOf(site) : undefined;
      if (seated === undefined) return;
      makeRoom();
      const { rack, cells } = held;
      const old = rack.find(words);
      if (old !== -1) settle(held, rack.rowOf(old));
      const place = rack.put(words, sealed, { ...seated, note: noteOf(known, decided) });
      if (place !== undefined) cells[rack.rowOf(place)] = known.cell;
    },
  };
};
