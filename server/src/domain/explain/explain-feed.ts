import { formatPlatform, type Platform, parsePlatform } from '@slipway/core/platform.ts';
import { isNewer, parseVersion } from '@slipway/core/version.ts';
import type { AppSites } from '../catalog/app-site.ts';
import { findDecidingRollout } from '../decision/decide.ts';
import { type DocumentPlan, documentRulesOf, planDocument } from '../decision/feed-plan.ts';
import { explainHidden, selectForClient, visibleReleases } from '../decision/feed-selection.ts';
import { channelsFor, type DecisionSource } from '../decision/planner.ts';
import type { Artifact } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { Refusal } from '../model/errors.ts';
import type { ArtifactMatch, Feed, FeedAddress } from '../model/feed.ts';
import { type Client, type ConsideredRelease, noteWithdrawn, type Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Releases } from '../ports/releases.ts';
import { explainWithHistory } from './with-history.ts';

/* For publishers: the URL for each updater, its current offer, and why a file is not listed. */

/** A feed URL and its offer. */
export interface FeedListing {
  feed: string;
  client: string;
  channel: string;
  /** The URL to configure in the updater and the one that it then requests, without the host. */
  settingPath: string;
  documentPath: string;
  version: string | undefined;
}

/** An empty channel still needs URLs for the first build. */
const usualPlaces = ['windows-x86_64', 'darwin-aarch64', 'darwin-x86_64', 'linux-x86_64'].flatMap(
  (target) => parsePlatform(target) ?? [],
);

type Matcher = (release: ReleaseWithArtifacts, artifact: Artifact) => ArtifactMatch;

const matcherOf =
  (feed: Feed, { document }: FeedAddress): Matcher =>
  (release, artifact) =>
    feed.matchArtifact(document, release, artifact);

/** The last published ones, up to a number of artifacts. */
const newestOf = (releases: readonly ReleaseWithArtifacts[]): readonly ReleaseWithArtifacts[] => {
  let before = 0;
  return releases.filter(({ artifacts }) => {
    const isWithin = before < bounds.listedArtifacts;
    before += artifacts.length;
    return isWithin;
  });
};

interface FeedChannel {
  source: DecisionSource;
  channel: string;
}

const releasesIn = ({ source, channel }: FeedChannel): ReleaseWithArtifacts[] =>
  channelsFor(source, channel).flatMap((name) => source.channels.get(name) ?? []);

/** The document's releases as an anonymous client sees them. */
const visibleIn = (feed: Feed, { document }: FeedAddress, { source, channel }: FeedChannel) => {
  const plan = planDocument(source, channel, documentRulesOf(feed, document));
  // A release for some clients only is not the current offer.
  const selection = selectForClient({ ...plan, rules: { ...plan.rules, clientChecksShare: false } }, {});
  return visibleReleases(plan, selection);
};

const isFit = (matcher: Matcher, release: ReleaseWithArtifacts): boolean =>
  release.artifacts.some((artifact) => matcher(release, artifact) === 'fit');

const isRelevant = (matcher: Matcher, releases: readonly ReleaseWithArtifacts[]): boolean =>
  releases.some((release) =>
    release.artifacts.some((artifact) => matcher(release, artifact) !== 'elsewhere'),
  );

const placesOf = (releases: readonly ReleaseWithArtifacts[]): readonly Platform[] => {
  if (releases.length === 0) return usualPlaces;
  const places = releases.flatMap(({ artifacts }) =>
    artifacts.flatMap(({ target }) => parsePlatform(target) ?? []),
  );
  return [...new Map(places.map((place) => [formatPlatform(place), place])).values()];
};

const unique = (addresses: readonly FeedAddress[]): FeedAddress[] => [
  ...new Map(addresses.map((address) => [address.requestPath, address])).values(),
];

/** Plans of the targets where the server, not the client, decides about a rollout. */
const rollingIn = ({ rules, targetPlans }: DocumentPlan, client: Client): Plan[] =>
  rules.clientChecksShare
    ? []
    : targetPlans.map(({ plan }) => plan).filter((plan) => findDecidingRollout(plan, client) !== undefined);

/** The client facts that a feed receives. */
const readerOf = <T extends Client>(feed: Feed, filter: T): T =>
  feed.sendsVersion === true ? filter : { ...filter, currentVersion: undefined };

export const createFeedExplanations = (needs: {
  siteOf: AppSites;
  store: Pick<Releases, 'listPublished'>;
  feeds: readonly Feed[];
  /** Yields to the event loop. */
  rest: () => Promise<unknown>;
}) => {
  const { siteOf, store, feeds, rest } = needs;

  const listingsOf = ({ source, channel }: FeedChannel, feed: Feed) => {
    const releases = releasesIn({ source, channel });
    return unique(placesOf(releases).flatMap(feed.addresses)).flatMap((address): FeedListing[] => {
      const { client, configPath, requestPath } = address;
      const matcher = matcherOf(feed, address);
      if (releases.length > 0 && !isRelevant(matcher, releases)) return [];
      const base = `/feeds/${feed.id}/${encodeURIComponent(channel)}`;
      return [
        {
          ...{ feed: feed.id, client, channel },
          settingPath: base + configPath,
          documentPath: `${base}/${requestPath}`,
          version: visibleIn(feed, address, { source, channel }).find((release) => isFit(matcher, release))
            ?.version,
        },
      ];
    });
  };

  const listFeeds = async (slug: string): Promise<FeedListing[]> => {
    const site = await siteOf(slug);
    const channels = new Map([...site.channels].map(([name, releases]) => [name, newestOf(releases)]));
    const listings: FeedListing[] = [];
    for (const channel of channels.keys())
      for (const feed of feeds) {
        listings.push(...listingsOf({ source: { ...site, channels }, channel }, feed));
        await rest();
      }
    return listings;
  };

  /** Why a feed offers a release to a client, or does not. */
  const consider = (
    matchers: readonly Matcher[],
    release: ReleaseWithArtifacts,
    { target, currentVersion = '' }: Client & { target: string },
  ): ConsideredRelease => {
    const { version } = release;
    if (matchers.some((matcher) => isFit(matcher, release)))
      return isNewer(parseVersion(version), currentVersion)
        ? { version, verdict: 'offered', reason: `Newer than ${currentVersion}.` }
        : { version, verdict: 'not-newer', reason: `Latest release, but not newer than ${currentVersion}.` };
    const reasons = matchers.flatMap((matcher) =>
      release.artifacts.flatMap((artifact) => {
        const fitness = matcher(release, artifact);
        return typeof fitness === 'string' ? [] : [fitness.reason];
      }),
    );
    return reasons.length > 0
      ? { version, verdict: 'unfit', reason: [...new Set(reasons)].join(' ') }
      : { version, verdict: 'target-missing', reason: `No file for ${target} that this feed supports.` };
  };

  /** Everything considered up to the client's release, and that release. */
  const walk = (
    { feed, documents }: { feed: Feed; documents: readonly { matcher: Matcher; plan: DocumentPlan }[] },
    releases: readonly ReleaseWithArtifacts[],
    filter: Client & { channel: string; target: string },
  ) => {
    const matchers = documents.map(({ matcher }) => matcher);
    const client = readerOf(feed, filter);
    const considered: ConsideredRelease[] = [];
    const passed = new Set<string>();
    for (const release of releases) {
      const { state, channel } = release;
      const isPublished = state === 'published';
      const [why] = documents.flatMap(({ plan }) => explainHidden(plan, release, client) ?? []);
      const isServed = isPublished && why === undefined && matchers.some((one) => isFit(one, release));
      if (passed.has(channel) && !isServed) continue;
      const one: ConsideredRelease = isPublished
        ? (why ?? consider(matchers, release, filter))
        : noteWithdrawn(release);
      considered.push({ ...one, ...(channel === filter.channel ? {} : { channel }) });
      if (isServed) return { release: one.verdict === 'offered' ? release : undefined, considered };
      // Of the older ones in this channel, only a milestone can follow.
      if (one.verdict === 'newer-elsewhere' || one.verdict === 'not-newer') passed.add(channel);
    }
    return { release: undefined, considered };
  };

  /** Uses the function that builds the document. */
  const explain = async (
    slug: string,
    id: string,
    filter: Client & { channel: string; target: string },
  ): Promise<{
    release: ReleaseWithArtifacts | undefined;
    /** The plan of the first target with a rollout that the server decides about. */
    plan: Plan | undefined;
    /** The client as the feed sees it; some feeds receive no version. */
    client: Client;
    considered: ConsideredRelease[];
    documentPaths: string[];
  }> => {
    const feed = feeds.find((one) => one.id === id);
    if (feed === undefined)
      throw new Refusal(
        'not-found',
        `Unknown feed "${id}". Use one of: ${feeds.map((one) => one.id).join(', ')}.`,
      );
    const { channel, target } = filter;
    const place = parsePlatform(target);
    const addresses = place === undefined ? [] : feed.addresses({ ...place, bundle: undefined });
    const base = `/feeds/${id}/${encodeURIComponent(channel)}/`;
    const client = readerOf(feed, filter);
    const site = await siteOf(slug);
    const { depth } = feed;
    const explained = await explainWithHistory(store, { site, channel, client, depth }, (source) => {
      const documents = addresses.map((address) => ({
        matcher: matcherOf(feed, address),
        plan: planDocument(source, channel, documentRulesOf(feed, address.document)),
      }));
      const [plan] = documents.flatMap((one) => rollingIn(one.plan, client));
      return { plan, ...walk({ feed, documents }, releasesIn({ source, channel }), filter) };
    });
    return { ...explained, client, documentPaths: addresses.map(({ requestPath }) => base + requestPath) };
  };

  return { listFeeds, explain };
};
export type FeedExplanations = ReturnType<typeof createFeedExplanations>;
