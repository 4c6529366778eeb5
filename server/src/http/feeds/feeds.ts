import type { FairSemaphore } from '@slipway/core/fair-semaphore.ts';
import { documentRulesOf, planDocument } from '../../domain/decision/feed-plan.ts';
import { channelsFor, withHistory } from '../../domain/decision/planner.ts';
import { isDatabaseUnavailable } from '../../domain/model/errors.ts';
import type { DocumentLookup, Feed, FeedLookup } from '../../domain/model/feed.ts';
import type { ChannelTarget } from '../../domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import type { Site } from '../../domain/model/site.ts';
import type { ReleaseQueries } from '../../domain/releases/read.ts';
import type { CheckRecorder } from '../checks/check-counts.ts';
import { createFeedReadCounts } from '../checks/feed-read-counts.ts';
import type { ReadClient } from '../client/client-hints.ts';
import type { FeedReadContext } from '../client/feed-read-context.ts';
import type { Links } from '../hosts/links.ts';
import { detachString } from '../limits/detached-string.ts';
import type { CachedPage, PageCache } from '../pages/page-cache.ts';
import { createSingleFlight } from '../pages/single-flight.ts';
import type { PreparedResponse } from '../response/response.ts';
import { createFeedPages, feedResponseFor } from './feed-page.ts';

/*
 * Feed documents, rendered once per site. The cache key has only what the feed reads of an address: some updaters add a
 * random query to bypass caches, and some put their version in the path.
 */

export interface FeedRequest {
  id: string;
  channel: string;
  rest: string;
  query: string;
}

const plain = /^\/feeds\/(?<id>[^/%?]+)\/(?<channel>[^/%?]+)\/(?<rest>[^%?]*)(?:\?(?<query>.*))?$/;

/** Published and withdrawn releases by channel. */
type Histories = readonly (readonly [channel: string, releases: readonly ReleaseWithArtifacts[]])[];

const withVersion = /^from\/(?<version>[^/]{1,128})\/(?<document>.+)$/;

const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
};

export const createFeeds = (needs: {
  feeds: readonly Feed[];
  releaseQueries: Pick<ReleaseQueries, 'listPublished'>;
  links: Pick<Links, 'feed' | 'files' | 'download'>;
  queue: FairSemaphore;
  cache: PageCache;
  readClient: ReadClient;
  counted: CheckRecorder;
}) => {
  const { feeds, releaseQueries, links, queue, cache } = needs;
  const readers = createFeedReadCounts(needs.counted);
  const pages = createFeedPages({ ...needs, readers });
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const flights = createSingleFlight<Site, CachedPage | undefined>();

  /** Parses an address. Clients that send their version nowhere else may have it in the path. */
  const parse = ({ id, channel, rest, query }: FeedRequest): FeedLookup | undefined => {
    const feed = byId.get(id);
    const { version, document } = (feed?.ignoresQuery === true && withVersion.exec(rest)?.groups) || {};
    const ask = feed?.parse(channel, document ?? rest, query);
    return version !== undefined && ask?.kind === 'document' ? { ...ask, client: { version } } : ask;
  };

  /** Has no leading slash, because paths are cache names too. */
  const nameOf = (id: string, { channel, document }: DocumentLookup): string =>
    `${id}/${channel}/${document}`;

  const pageOf = (
    site: Site,
    feed: Feed,
    { ask, histories }: { ask: DocumentLookup; histories: Histories },
  ): CachedPage | undefined => {
    // A slice would keep the first request in memory with the cached page.
    const [channel, document] = [detachString(ask.channel), detachString(ask.document)];
    const source = withHistory(site, new Map(histories));
    const plan = planDocument(source, channel, documentRulesOf(feed, document));
    const published = histories.flatMap(([, history]) => history);
    const words = { kind: ask.kind, channel, document };
    return pages.pageOf(feed, { site }, { ...words, plan, published, name: nameOf(feed.id, words) });
  };

  /** Older releases, for feeds that list them; undefined while the database is down. */
  const readHistory = async (
    site: Site,
    channel: string,
    limit: number,
  ): Promise<Histories[number] | undefined> => {
    try {
      const history = await queue(site.app.slug, () =>
        releaseQueries.listPublished(site.app.slug, { channel, limit, withdrawn: true }),
      );
      return [channel, history];
    } catch (error) {
      if (isDatabaseUnavailable(error)) return undefined;
      throw error;
    }
  };

  const renderDeep = async (site: Site, feed: Feed, ask: DocumentLookup): Promise<CachedPage | undefined> => {
    const histories = await Promise.all(
      channelsFor(site, ask.channel).map((channel) => readHistory(site, channel, feed.depth + 1)),
    );
    const found = histories.filter((history) => history !== undefined);
    // Serves the offers from memory without caching, so that the history returns with the database.
    if (found.length < histories.length) return pageOf(site, feed, { ask, histories: [] });
    const page = pageOf(site, feed, { ask, histories: found });
    return page && cache.store(site, nameOf(feed.id, ask), page);
  };

  const renderOffered = (site: Site, feed: Feed, ask: DocumentLookup): CachedPage | undefined => {
    const page = pageOf(site, feed, { ask, histories: [] });
    return page && cache.store(site, nameOf(feed.id, ask), page);
  };

  /** Counts the reader, too. */
  const answerIn = (
    page: CachedPage,
    ask: DocumentLookup,
    asking: FeedReadContext,
  ): PreparedResponse | undefined => {
    const pageResponse = feedResponseFor(page, ask.client, asking);
    const { readers: those } = page;
    if (those !== undefined)
      readers.count(those, { version: ask.client?.version, named: pageResponse?.named }, asking);
    return pageResponse?.answer;
  };

  /** Undefined if there is no such document. */
  const read = async (
    asking: FeedReadContext,
    id: string,
    ask: DocumentLookup,
  ): Promise<PreparedResponse | undefined> => {
    const { site } = asking;
    const feed = byId.get(id);
    if (feed === undefined || !site.channels.has(ask.channel)) return undefined;
    const name = nameOf(id, ask);
    const cached = cache.find(site, name);
    if (cached !== undefined) return answerIn(cached, ask, asking);
    const page =
      feed.depth === 0
        ? renderOffered(site, feed, ask)
        : await flights(site, name, () => renderDeep(site, feed, ask));
    if (page !== undefined) return answerIn(page, ask, asking);
    // Count the client's version even if it finds no document.
    const place = { channel: ask.channel, target: '', isTargetOffered: false };
    readers.count(readers.openUncached(feed, place), { version: ask.client?.version }, asking);
    return undefined;
  };

  /** Counts clients that look for updates by fetching a file of a target. */
  const countFileRead = (asking: FeedReadContext, id: string, { channel, target }: ChannelTarget): void => {
    const those = readers.openUncached(byId.get(id) ?? {}, { channel, target, isTargetOffered: true });
    readers.count(those, {}, asking);
  };

  /** Finds a document by its parsed address, then caches it by path if the path alone decides. */
  const findByMeaning = (asking: FeedReadContext, path: string, url: string) => {
    const { site } = asking;
    const { id = '', channel = '', rest = '', query = '' } = plain.exec(url)?.groups ?? {};
    const ask = parse({ id, channel, rest, query });
    if (ask?.kind !== 'document') return undefined;
    const page = cache.find(site, nameOf(id, ask));
    const isForAll = page !== undefined && page.choose === undefined;
    if (isForAll && byId.get(id)?.ignoresQuery === true)
      cache.storeAlias(site, path, { page, version: ask.client?.version });
    const answer = page && answerIn(page, ask, asking);
    return answer && { route: links.feed, answer };
  };

  /** Finds a document in memory by its unencoded address. */
  const find = (
    asking: FeedReadContext,
    url: string,
  ): { route: string; answer: PreparedResponse } | undefined => {
    const path = pathOf(url);
    const page = cache.find(asking.site, path);
    if (page === undefined) return findByMeaning(asking, path, url);
    if (page.readers !== undefined) readers.count(page.readers, page, asking);
    return page;
  };

  return { parse, read, find, countFileRead };
};
export type Feeds = ReturnType<typeof createFeeds>;
