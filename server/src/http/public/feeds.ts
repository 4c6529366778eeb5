import type { FairQueue } from '../../domain/fair-queue.ts';
import type { Rendered } from '../../domain/nouns/adapter.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import { isDatabaseAway } from '../../domain/nouns/errors.ts';
import type { ByClient, DocumentAsk, Feed, FeedAsk, FeedClient, FeedView } from '../../domain/nouns/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import type { Site } from '../../domain/nouns/site.ts';
import type { Updating } from '../../domain/updating.ts';
import { type Answer, makeAnswer } from '../answer/answer.ts';
import type { Links } from '../links.ts';
import { createFeedView } from './feed-view.ts';
import { createFlights } from './flights.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

/*
 * The documents of feeds, rendered once per site. What is remembered goes by what the feed reads of an address: some
 * updaters hang another query onto each request, so that no cache on the way answers it, and some put their version
 * into the path.
 */

/** An address taken apart. */
export interface FeedRequest {
  id: string;
  channel: string;
  rest: string;
  query: string;
}

const plain = /^\/feeds\/(?<id>[^/%?]+)\/(?<channel>[^/%?]+)\/(?<rest>[^%?]*)(?:\?(?<query>.*))?$/;

const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
};

const isByClient = (rendered: Rendered | ByClient): rendered is ByClient => 'choose' in rendered;

/** Lays out all answers of a document once; the few that are for one client alone, when it asks. */
const layOut = (rendered: Rendered | ByClient, route: string): CachedPage => {
  if (!isByClient(rendered)) return { route, answer: makeAnswer(rendered) };
  const answers = new Map(rendered.all.map((one) => [one, makeAnswer(one)]));
  const [answer = makeAnswer({ status: 204, contentType: undefined, body: '' }), ...others] =
    answers.values();
  return {
    ...{ route, answer, others },
    choose: (client) => {
      const chosen = rendered.choose(client);
      return chosen && (answers.get(chosen) ?? makeAnswer(chosen));
    },
  };
};

export const createFeeds = (needs: {
  feeds: readonly Feed[];
  updating: Pick<Updating, 'history'>;
  links: Pick<Links, 'feed' | 'files' | 'download'>;
  queue: FairQueue;
  cache: PageCache;
}) => {
  const { feeds, updating, links, queue, cache } = needs;
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const flights = createFlights<Site, CachedPage | undefined>();
  const addresses = new WeakMap<CachedPage, number>();

  /** What an address means. */
  const parse = ({ id, channel, rest, query }: FeedRequest): FeedAsk | undefined =>
    byId.get(id)?.parse(channel, rest, query);

  /** No path, since those are names of their own. */
  const nameOf = (id: string, { channel, document }: DocumentAsk): string => `${id}/${channel}/${document}`;

  const render = (site: Site, feed: Feed, shown: DocumentAsk & Pick<FeedView, 'releases' | 'published'>) => {
    const rendered = feed.render(createFeedView(site, links, shown), shown.document);
    return rendered && layOut(rendered, links.feed);
  };

  /** What was published before what the site holds, where it is listed; undefined while the database is away. */
  const readHistory = async (site: Site, channel: string, limit: number) => {
    try {
      return await queue(site.app.slug, () =>
        updating.history(site.app.slug, { channel, limit, withdrawn: true }),
      );
    } catch (error) {
      if (isDatabaseAway(error)) return undefined;
      throw error;
    }
  };

  /** The latest releases, and those before them that the site still offers. */
  const withOffered = (
    history: readonly ReleaseWithArtifacts[],
    offered: readonly ReleaseWithArtifacts[],
  ): ReleaseWithArtifacts[] => {
    const ids = new Set(history.map(({ id }) => id));
    const listed = history.filter(({ state }) => state === 'published');
    return [...listed, ...offered.filter(({ id }) => !ids.has(id))];
  };

  const renderDeep = async (site: Site, feed: Feed, ask: DocumentAsk): Promise<CachedPage | undefined> => {
    const offered = site.channels.get(ask.channel) ?? [];
    const history = await readHistory(site, ask.channel, feed.depth + 1);
    // What is offered is known all the same; it is not kept, so that the rest comes back with the database.
    if (history === undefined) return render(site, feed, { ...ask, releases: offered, published: [] });
    const releases = withOffered(history, offered);
    const page = render(site, feed, { ...ask, releases, published: history });
    return page && cache.keep(site, nameOf(feed.id, ask), page);
  };

  const renderOffered = (site: Site, feed: Feed, ask: DocumentAsk): CachedPage | undefined => {
    const page = render(site, feed, {
      ...ask,
      releases: site.channels.get(ask.channel) ?? [],
      published: [],
    });
    return page && cache.keep(site, nameOf(feed.id, ask), page);
  };

  const choose = (page: CachedPage | undefined, client: FeedClient = {}): Answer | undefined =>
    page?.choose === undefined ? page?.answer : page.choose(client);

  /** The document that is asked for; undefined where there is none. */
  const read = async (site: Site, id: string, ask: DocumentAsk): Promise<Answer | undefined> => {
    const feed = byId.get(id);
    if (feed === undefined || !site.channels.has(ask.channel)) return undefined;
    const name = nameOf(id, ask);
    const known = cache.find(site, name);
    if (known !== undefined) return choose(known, ask.client);
    const page =
      feed.depth === 0
        ? renderOffered(site, feed, ask)
        : await flights(site, name, () => renderDeep(site, feed, ask));
    return choose(page, ask.client);
  };

  /** One document has more addresses than anyone counts: a few of them are kept, so that strangers fill nothing. */
  const keepByPath = (site: Site, path: string, page: CachedPage): void => {
    const kept = addresses.get(page) ?? 0;
    if (kept === bounds.addressesOfDocument) return;
    addresses.set(page, kept + 1);
    cache.keep(site, path, page);
  };

  /** The document by what its address means; where the path alone decides, it is found by that from then on. */
  const findByMeaning = (site: Site, path: string, url: string) => {
    const { id = '', channel = '', rest = '', query = '' } = plain.exec(url)?.groups ?? {};
    const ask = parse({ id, channel, rest, query });
    if (ask?.kind !== 'document') return undefined;
    const page = cache.find(site, nameOf(id, ask));
    if (page !== undefined && byId.get(id)?.isByPath === true) keepByPath(site, path, page);
    const answer = choose(page, ask.client);
    return answer && { route: links.feed, answer };
  };

  /** The document at an address that is written plainly, if it is in memory. */
  const find = (site: Site, url: string): { route: string; answer: Answer } | undefined => {
    const path = pathOf(url);
    return cache.find(site, path) ?? findByMeaning(site, path, url);
  };

  return { parse, read, find };
};
export type Feeds = ReturnType<typeof createFeeds>;
