import type { DocumentPlan } from '../../domain/deciding/document-plan.ts';
import { releasesIn, selectFor } from '../../domain/deciding/document-view.ts';
import type { Rendered } from '../../domain/nouns/adapter.ts';
import type { ByClient, DocumentAsk, Feed, FeedClient, FeedView } from '../../domain/nouns/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import { type Answer, type Caching, makeAnswer } from '../answer/answer.ts';
import type { Links } from '../links.ts';
import type { FactsOf } from '../request/client-facts.ts';
import { createFeedView } from './feed-view.ts';
import type { Asking, CachedPage, PageCache } from './page-cache.ts';

/*
 * A document laid out: once for all, or where some clients are shown less than others, once for all who are shown the
 * same. Whose those are is computed anew for each request; nothing is kept by what tells one client from another.
 */

const isByClient = (rendered: Rendered | ByClient): rendered is ByClient => 'choose' in rendered;

const nothing = makeAnswer({ status: 204, contentType: undefined, body: '' });

/** Lays out all answers of a document once; the few that are for one client alone, when it asks. */
const layOut = (rendered: Rendered | ByClient, route: string, caching: Caching): CachedPage => {
  if (!isByClient(rendered)) return { route, answer: makeAnswer(rendered, caching) };
  const answers = new Map(rendered.all.map((one) => [one, makeAnswer(one, caching)]));
  const [answer = nothing, ...others] = answers.values();
  return {
    ...{ route, answer, others },
    choose: (client) => {
      const chosen = rendered.choose(client);
      return chosen && (answers.get(chosen) ?? makeAnswer(chosen, caching));
    },
  };
};

/** The answer of a page for a client; undefined where there is nothing for it. */
export const answerIn = (
  page: CachedPage | undefined,
  client: FeedClient | undefined,
  asking: Asking,
): Answer | undefined => (page?.choose === undefined ? page?.answer : page.choose(client ?? {}, asking));

const artifactWeight = 1200;

/** What a release takes in memory, roughly. */
const weigh = ({ notes, artifacts }: ReleaseWithArtifacts): number =>
  artifacts.reduce((sum, { signature = '' }) => sum + artifactWeight + signature.length, notes.length);

const offerWeight = 300;

/** What a document holds: its offers, and what was read for it alone; other releases are the site's own. */
const weighDraft = ({ plan, published }: Draft): number =>
  plan.lanes.reduce((sum, { offers }) => sum + offerWeight * offers.size, 0) +
  published.reduce((sum, release) => sum + weigh(release), 0);

/** A document with the name that it is kept by, and all that it may be made of. */
export interface Draft extends DocumentAsk, Pick<FeedView, 'published'> {
  name: string;
  plan: DocumentPlan;
}

export const createFeedPages = (needs: {
  links: Pick<Links, 'feed' | 'files' | 'download'>;
  cache: PageCache;
  factsOf: FactsOf;
}) => {
  const { links, cache, factsOf } = needs;

  const render = (
    feed: Feed,
    { site }: Pick<Asking, 'site'>,
    { caching, ...view }: Parameters<typeof createFeedView>[2] & DocumentAsk & { caching: Caching },
  ): CachedPage | undefined => {
    const rendered = feed.render(createFeedView(site, links, view), view.document);
    return rendered && layOut(rendered, links.feed, caching);
  };

  /** A page that finds, and lays out where nobody has asked for it yet, what a client is shown. */
  const pageByClient = (feed: Feed, draft: Draft): CachedPage => {
    const { plan, name } = draft;
    const caching = plan.dependsOnClient ? 'private' : 'public';
    const choose = (client: FeedClient, asking: Asking): Answer | undefined => {
      const facts = plan.dependsOnClient ? factsOf(asking.request) : {};
      const selection = selectFor(plan, { ...facts, currentVersion: client.version });
      const own = `${name} ${selection.key}`;
      const known = cache.find(asking.site, own);
      if (known !== undefined) return answerIn(known, client, asking);
      const view = { ...draft, releases: releasesIn(plan, selection), shares: selection.shares };
      const page = render(feed, asking, { ...view, caching });
      return answerIn(page && cache.keep(asking.site, own, page), client, asking);
    };
    const heldBytes = weighDraft(draft);
    return { route: links.feed, answer: nothing, choose, heldBytes };
  };

  /** The page of a document; undefined where there is none. */
  const pageOf = (feed: Feed, asking: Pick<Asking, 'site'>, draft: Draft): CachedPage | undefined => {
    const { plan } = draft;
    return plan.isPlain
      ? render(feed, asking, { ...draft, releases: plan.releases, caching: 'public' })
      : pageByClient(feed, draft);
  };

  return { pageOf };
};
