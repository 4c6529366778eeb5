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
 * Checks that were answered before, and of which nothing but host and path decides: their answers lie ready on a rack, as
 * long as their site is in memory, and are counted there until somebody adds up. Whatever says more of its client, or has
 * a copy of the answer, goes the long way, which knows the same.
 */

/** What of an answer is told to metrics. */
interface ResponseLabels {
  readonly status: string;
  readonly adapter: string;
  readonly outcome: CheckOutcome;
}

/** What everybody is answered, where that is so: no rollout has a word in it. */
const sharedResponse = ({ ahead, arrivals, met }: VersionResponse): CheckResponse | undefined =>
  'answer' in ahead && ahead.offered === undefined && arrivals === undefined && met === undefined
    ? ahead
    : undefined;

/** A rack and what is counted by its rows. */
interface CountedTable {
  readonly rack: ResponseTable;
  /** By row, where its checks are counted. */
  readonly cells: (CheckCounter | undefined)[];
  /** Which rows have some to count, those first that had them first. */
  readonly touched: number[];
  /** By row, how many of them came through a proxy. */
  readonly proxied: Map<number, number>;
}

const createCountedTable = (rack: ResponseTable): CountedTable => ({
  rack,
  cells: [],
  touched: [],
  proxied: new Map(),
});

/** As many counts of a rack that was full are handed in with each answer that is laid down: it is done before the next is full. */
const drainedPerInsert = 16;

export const createCheckResponseCache = (needs: {
  catalog: Pick<Catalog, 'seatOf' | 'isSeated' | 'stats'>;
  sites: Pick<Sites, 'plainHost'>;
  counting: Pick<CheckCounts, 'countChecks' | 'hearOf'>;
  metrics: Pick<Metrics, 'request' | 'check'>;
  trusts: IsTrustedProxy | undefined;
  /** The address in the table, by which requests are counted. */
  route: string;
}) => {
  const { catalog, sites, counting, metrics, trusts, route } = needs;
  const kinds: ResponseLabels[] = [];
  let held = createCountedTable(createResponseTable());
  /** The one before, of which only what was counted is left. */
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

  /** Begins anew where there is no room; what was counted till then is handed in with the next answers, some with each. */
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
    /** What is answered from the rack; undefined where there is nothing on it, or more is to be looked at. */
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
    /** Lays down what a version is answered at the address that it asked, where it is the same for all who ask there. */
    keep: (site: Site, known: VersionResponse, request: PlainRequest): void => {
      const decided = sharedResponse(known);
      const sealed = decided?.answer.whole;
      const words = wordsOf(request);
      if (decided === undefined || sealed === undefined || words === undefined) return;
      // As it is written in the catalog, and no query: strangers can write a host and a query in many ways.
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
