import { newestPositionIn } from '../../domain/decision/feed-clients.ts';
import { type DocumentPlan, documentDependsOnClient } from '../../domain/decision/feed-plan.ts';
import { selectForClient, visibleReleases } from '../../domain/decision/feed-selection.ts';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type {
  DocumentLookup,
  Feed,
  FeedClient,
  FeedView,
  PerClientDocument,
} from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import {
  type FeedReadCounts,
  type FeedReaders,
  type NamedRelease,
  newestNamedRelease,
} from '../checks/feed-read-counts.ts';
import type { ReadClient } from '../client/client-hints.ts';
import type { FeedReadContext } from '../client/feed-client.ts';
import type { Links } from '../hosts/links.ts';
import type { CachedPage, PageCache, PageResponse } from '../pages/page-cache.ts';
import { type CacheScope, prepareResponse } from '../response/response.ts';
import { createFeedView } from './feed-view.ts';

/*
 * A document laid out: once for all, or where some clients are shown less than others, once for all who are shown the
 * same. Whose those are is computed anew for each request; nothing is kept by what tells one client from another.
 */

const isByClient = (rendered: RenderedResponse | PerClientDocument): rendered is PerClientDocument =>
  'choose' in rendered;

const nothing = prepareResponse({ status: 204, contentType: undefined, body: '' });

/** How a document is laid out, and what it names. */
interface Layout {
  route: string;
  caching: CacheScope;
  named: NamedRelease | undefined;
}

/** Lays out all answers of a document once; the few that are for one client alone, when it asks. */
const renderOnce = (
  rendered: RenderedResponse | PerClientDocument,
  { route, caching, named }: Layout,
): CachedPage => {
  if (!isByClient(rendered)) return { route, named, answer: prepareResponse(rendered, caching) };
  const shownAs = (one: RenderedResponse): PageResponse => ({ answer: prepareResponse(one, caching), named });
  const all = new Map(rendered.all.map((one) => [one, shownAs(one)]));
  const [answer = nothing, ...others] = [...all.values()].map((shown) => shown.answer);
  return {
    ...{ route, answer, others },
    choose: (client) => {
      const chosen = rendered.choose(client);
      return chosen && (all.get(chosen) ?? shownAs(chosen));
    },
  };
};

/** What a page shows a client; undefined where there is nothing for it. */
export const feedResponseFor = (
  page: CachedPage | undefined,
  client: FeedClient | undefined,
  asking: FeedReadContext,
): PageResponse | undefined => (page?.choose === undefined ? page : page.choose(client ?? {}, asking));

const artifactWeight = 1200;

/** What a release takes in memory, roughly. */
const releaseBytes = ({ notes, artifacts }: ReleaseWithArtifacts): number =>
  artifacts.reduce((sum, { signature = '' }) => sum + artifactWeight + signature.length, notes.length);

const offerWeight = 300;

/** What a document holds: its offers, and what was read for it alone; other releases are the site's own. */
const documentBytes = ({ plan, published }: FeedDocument): number =>
  plan.lanes.reduce((sum, { offers }) => sum + offerWeight * offers.size, 0) +
  published.reduce((sum, release) => sum + releaseBytes(release), 0);

const noneHidden: ReadonlyMap<number, ReadonlySet<string>> = new Map();

/** A document with the name that it is kept by, and all that it may be made of. */
export interface FeedDocument extends DocumentLookup, Pick<FeedView, 'published'> {
  name: string;
  plan: DocumentPlan;
}

/** A document as it is rendered: all of a draft, or what a client is shown of it. */
type View = Parameters<typeof createFeedView>[2] & DocumentLookup & Omit<Layout, 'route'>;

export const createFeedPages = (needs: {
  links: Pick<Links, 'feed' | 'files' | 'download'>;
  cache: PageCache;
  factsOf: ReadClient;
  readers: Pick<FeedReadCounts, 'open'>;
}) => {
  const { links, cache, factsOf } = needs;

  const render = (
    feed: Feed,
    { site }: Pick<FeedReadContext, 'site'>,
    view: View,
  ): CachedPage | undefined => {
    const rendered = feed.render(createFeedView(site, links, view), view.document);
    return rendered && renderOnce(rendered, { route: links.feed, caching: view.caching, named: view.named });
  };

  /** A page that finds, and lays out where nobody has asked for it yet, what a client is shown. */
  const pageByClient = (feed: Feed, draft: FeedDocument, readers: FeedReaders): CachedPage => {
    const { plan, name } = draft;
    const choose = (client: FeedClient, asking: FeedReadContext): PageResponse | undefined => {
      const isOwn = plan.dependsOnClient && documentDependsOnClient(plan, client.version);
      const caching = isOwn ? 'private' : asking.site.app.checkCaching;
      const facts = isOwn ? factsOf(asking.request) : {};
      const selection = selectForClient(plan, { ...facts, currentVersion: client.version });
      const own = `${name} ${caching} ${selection.key}`;
      const known = cache.find(asking.site, own);
      if (known !== undefined) return feedResponseFor(known, client, asking);
      const view = { ...draft, releases: visibleReleases(plan, selection), shares: selection.shares };
      const named = newestNamedRelease(plan, selection, readers.place.target);
      const page = render(feed, asking, { ...view, caching, named });
      return feedResponseFor(page && cache.keep(asking.site, own, page), client, asking);
    };
    const heldBytes = documentBytes(draft);
    return { route: links.feed, answer: nothing, choose, heldBytes, readers };
  };

  const plainPage = (
    feed: Feed,
    asking: Pick<FeedReadContext, 'site'>,
    { draft, readers }: { draft: FeedDocument; readers: FeedReaders },
  ): CachedPage | undefined => {
    const { plan } = draft;
    // An app that wants each check counted wants each reader counted.
    const caching = asking.site.app.checkCaching;
    const named = newestNamedRelease(
      plan,
      { newest: newestPositionIn(plan), hidden: noneHidden },
      readers.place.target,
    );
    const page = render(feed, asking, { ...draft, releases: plan.releases, caching, named });
    return page && { ...page, readers };
  };

  /** The page of a document; undefined where there is none. */
  const pageOf = (
    feed: Feed,
    asking: Pick<FeedReadContext, 'site'>,
    draft: FeedDocument,
  ): CachedPage | undefined => {
    const { plan } = draft;
    const readers = needs.readers.open(feed, draft.channel, plan);
    return plan.isPlain ? plainPage(feed, asking, { draft, readers }) : pageByClient(feed, draft, readers);
  };

  return { pageOf };
};
