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
import type { FeedReadContext } from '../client/feed-read-context.ts';
import type { Links } from '../hosts/links.ts';
import type { CachedPage, PageCache, PageResponse } from '../pages/page-cache.ts';
import { type CacheScope, prepareResponse } from '../response/response.ts';
import { createFeedView } from './feed-view.ts';

/*
 * Renders a feed document once for all clients, or once per distinct view during a rollout. The view is computed for
 * each request; nothing is cached per client.
 */

const isByClient = (rendered: RenderedResponse | PerClientDocument): rendered is PerClientDocument =>
  'choose' in rendered;

const nothing = prepareResponse({ status: 204, contentType: undefined, body: '' });

interface Layout {
  route: string;
  caching: CacheScope;
  named: NamedRelease | undefined;
}

/** Renders all shared responses of a document at once, and per-client ones on request. */
const renderOnce = (
  rendered: RenderedResponse | PerClientDocument,
  { route, caching, named }: Layout,
): CachedPage => {
  if (!isByClient(rendered)) return { route, named, answer: prepareResponse(rendered, caching) };
  const toPage = (one: RenderedResponse): PageResponse => ({ answer: prepareResponse(one, caching), named });
  const all = new Map(rendered.variants.map((one) => [one, toPage(one)]));
  const [answer = nothing, ...others] = [...all.values()].map((variant) => variant.answer);
  return {
    ...{ route, answer, others },
    choose: (client) => {
      const chosen = rendered.choose(client);
      return chosen && (all.get(chosen) ?? toPage(chosen));
    },
  };
};

/** Undefined if the page has nothing for the client. */
export const feedResponseFor = (
  page: CachedPage | undefined,
  client: FeedClient | undefined,
  asking: FeedReadContext,
): PageResponse | undefined => (page?.choose === undefined ? page : page.choose(client ?? {}, asking));

const artifactWeight = 1200;

/** Estimated memory of a release. */
const releaseBytes = ({ notes, artifacts }: ReleaseWithArtifacts): number =>
  artifacts.reduce((sum, { signature = '' }) => sum + artifactWeight + signature.length, notes.length);

const offerWeight = 300;

/** Estimated memory of a document: its offers, and releases read for it alone. The site owns all others. */
const documentBytes = ({ plan, published }: FeedDocument): number =>
  plan.targetPlans.reduce((sum, { offers }) => sum + offerWeight * offers.size, 0) +
  published.reduce((sum, release) => sum + releaseBytes(release), 0);

const noneHidden: ReadonlyMap<number, ReadonlySet<string>> = new Map();

/** A document with its cache name and everything it may show. */
export interface FeedDocument extends DocumentLookup, Pick<FeedView, 'published'> {
  name: string;
  plan: DocumentPlan;
}

/** Everything in a draft, or one client's view of it. */
type View = Parameters<typeof createFeedView>[2] & DocumentLookup & Omit<Layout, 'route'>;

export const createFeedPages = (needs: {
  links: Pick<Links, 'feed' | 'files' | 'download'>;
  cache: PageCache;
  readClient: ReadClient;
  readers: Pick<FeedReadCounts, 'open'>;
}) => {
  const { links, cache, readClient } = needs;

  const render = (
    feed: Feed,
    { site }: Pick<FeedReadContext, 'site'>,
    view: View,
  ): CachedPage | undefined => {
    const rendered = feed.render(createFeedView(site, links, view), view.document);
    return rendered && renderOnce(rendered, { route: links.feed, caching: view.caching, named: view.named });
  };

  /** A page that picks each client's view and renders it on first use. */
  const pageByClient = (feed: Feed, draft: FeedDocument, readers: FeedReaders): CachedPage => {
    const { plan, name } = draft;
    const choose = (client: FeedClient, asking: FeedReadContext): PageResponse | undefined => {
      const isOwn = plan.dependsOnClient && documentDependsOnClient(plan, client.version);
      const caching = isOwn ? 'private' : asking.site.app.checkCaching;
      const facts = isOwn ? readClient(asking.request) : {};
      const selection = selectForClient(plan, { ...facts, currentVersion: client.version });
      const own = `${name} ${caching} ${selection.key}`;
      const cached = cache.find(asking.site, own);
      if (cached !== undefined) return feedResponseFor(cached, client, asking);
      const view = { ...draft, releases: visibleReleases(plan, selection), shares: selection.shares };
      const named = newestNamedRelease(plan, selection, readers.place.target);
      const page = render(feed, asking, { ...view, caching, named });
      return feedResponseFor(page && cache.store(asking.site, own, page), client, asking);
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
    // An app that wants every check counted wants every reader counted.
    const caching = asking.site.app.checkCaching;
    const named = newestNamedRelease(
      plan,
      { newestPosition: newestPositionIn(plan), hiddenAudiences: noneHidden },
      readers.place.target,
    );
    const page = render(feed, asking, { ...draft, releases: plan.releases, caching, named });
    return page && { ...page, readers };
  };

  /** Undefined if there is no document. */
  const pageOf = (
    feed: Feed,
    asking: Pick<FeedReadContext, 'site'>,
    draft: FeedDocument,
  ): CachedPage | undefined => {
    const { plan } = draft;
    const readers = needs.readers.open(feed, draft.channel, plan);
    return plan.isSameForEveryone
      ? plainPage(feed, asking, { draft, readers })
      : pageByClient(feed, draft, readers);
  };

  return { pageOf };
};
