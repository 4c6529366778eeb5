import { findDecidingRollout } from '../decision/decide.ts';
import {
  type DocumentInput,
  type DocumentPlan,
  documentInputOf,
  planDocument,
} from '../decision/feed-plan.ts';
import { explainHidden, selectForClient, visibleReleases } from '../decision/feed-selection.ts';
import type { Artifact } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { Refusal } from '../model/errors.ts';
import type { ArtifactMatch, Feed, FeedAddress } from '../model/feed.ts';
import { type Client, type ConsideredRelease, noteWithdrawn, type Plan } from '../model/offer.ts';
import { formatPlatform, type Platform, parsePlatform } from '../model/platform.ts';
import { rescuedByChannel } from '../model/published-version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isNewer, parseVersion } from '../model/version.ts';
import type { Channels } from '../ports/channels.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

/* For publishers: which address goes into which updater, what it offers now, and why a file is not in it. */

/** An address of a feed and what it offers. */
export interface FeedListing {
  feed: string;
  client: string;
  channel: string;
  /** What is put into the updater's configuration, and what it then asks for: from the host on. */
  settingPath: string;
  documentPath: string;
  version: string | undefined;
}

/** Where a channel has nothing yet, its addresses are needed for the first build all the same. */
const usualPlaces = ['windows-x86_64', 'darwin-aarch64', 'darwin-x86_64', 'linux-x86_64'].flatMap(
  (target) => parsePlatform(target) ?? [],
);

type Judge = (release: ReleaseWithArtifacts, artifact: Artifact) => ArtifactMatch;

const judgeOf =
  (feed: Feed, { document }: FeedAddress): Judge =>
  (release, artifact) =>
    feed.judge(document, release, artifact);

/** What a channel has, and the one that it also offers. */
type Offered = Pick<DocumentInput, 'releases' | 'also'>;

/** Those of them that were published last, up to so many artifacts. */
const newestOf = (releases: readonly ReleaseWithArtifacts[]): readonly ReleaseWithArtifacts[] => {
  let before = 0;
  return releases.filter(({ artifacts }) => {
    const isWithin = before < bounds.listedArtifacts;
    before += artifacts.length;
    return isWithin;
  });
};

type Placed = Offered & { places: readonly Platform[] };

/** The releases of a document as someone of whom nothing is known is shown them. */
const shownTo = (feed: Feed, { document }: FeedAddress, shown: Offered) => {
  const plan = planDocument(documentInputOf(feed, document, shown));
  // What is for some alone is not what is offered now.
  const selection = selectForClient({ ...plan, parts: { ...plan.parts, judgesShare: false } }, {});
  return visibleReleases(plan, selection);
};

const isFit = (judge: Judge, release: ReleaseWithArtifacts): boolean =>
  release.artifacts.some((artifact) => judge(release, artifact) === 'fit');

const isMeant = (judge: Judge, releases: readonly ReleaseWithArtifacts[]): boolean =>
  releases.some((release) => release.artifacts.some((artifact) => judge(release, artifact) !== 'elsewhere'));

const placesOf = (releases: readonly ReleaseWithArtifacts[]): readonly Platform[] => {
  if (releases.length === 0) return usualPlaces;
  const places = releases.flatMap(({ artifacts }) =>
    artifacts.flatMap(({ target }) => parsePlatform(target) ?? []),
  );
  return [...new Map(places.map((place) => [formatPlatform(place), place])).values()];
};

const unique = (addresses: readonly FeedAddress[]): FeedAddress[] => [
  ...new Map(addresses.map((address) => [address.rest, address])).values(),
];

/** The plans of a document's targets in which a rollout decides about a client, and not the client itself. */
const rollingIn = ({ parts, lanes }: DocumentPlan, client: Client): Plan[] =>
  parts.judgesShare
    ? []
    : lanes.map(({ plan }) => plan).filter((plan) => findDecidingRollout(plan, client) !== undefined);

/** A client as a feed sees it. */
const readerOf = <T extends Client>(feed: Feed, asked: T): T =>
  feed.tellsVersion === true ? asked : { ...asked, currentVersion: undefined };

export const createFeedExplanations = (needs: {
  store: Channels & Releases & SigningKeys;
  feeds: readonly Feed[];
  /** Lets others have their turn. */
  rest: () => Promise<unknown>;
}) => {
  const { store, feeds, rest } = needs;

  const listingsOf = (channel: string, { releases: own, also, places }: Placed, feed: Feed) => {
    const releases = [...own, ...(also?.releases ?? [])];
    return unique(places.flatMap(feed.addresses)).flatMap((address): FeedListing[] => {
      const { client, setting, rest } = address;
      const judge = judgeOf(feed, address);
      if (releases.length > 0 && !isMeant(judge, releases)) return [];
      const base = `/feeds/${feed.id}/${encodeURIComponent(channel)}`;
      return [
        {
          ...{ feed: feed.id, client, channel },
          settingPath: base + setting,
          documentPath: `${base}/${rest}`,
          version: shownTo(feed, address, { releases: own, also }).find((release) => isFit(judge, release))
            ?.version,
        },
      ];
    });
  };

  /** Every address at which an app's updaters are served, and what is offered there now. */
  const list = async (slug: string): Promise<FeedListing[]> => {
    const [channels, candidates] = await Promise.all([store.listChannels(slug), store.listCandidates(slug)]);
    const byChannel = Map.groupBy(candidates, ({ channel }) => channel);
    const releasesOf = (name: string) => newestOf(byChannel.get(name) ?? []);
    const listings: FeedListing[] = [];
    for (const { name, alsoOffers } of channels) {
      const releases = releasesOf(name);
      const also = alsoOffers === undefined ? undefined : { releases: releasesOf(alsoOffers) };
      const places = placesOf([...releases, ...(also?.releases ?? [])]);
      for (const feed of feeds) {
        listings.push(...listingsOf(name, { releases, also, places }, feed));
        await rest();
      }
    }
    return listings;
  };

  /** Why a release is or is not what a feed offers a client of a place. */
  const consider = (
    judges: readonly Judge[],
    release: ReleaseWithArtifacts,
    { target, currentVersion = '' }: Client & { target: string },
  ): ConsideredRelease => {
    const { version } = release;
    if (judges.some((judge) => isFit(judge, release)))
      return isNewer(parseVersion(version), currentVersion)
        ? { version, verdict: 'offered', reason: `It is newer than ${currentVersion}.` }
        : { version, verdict: 'not-newer', reason: `It is the latest and not newer than ${currentVersion}.` };
    const reasons = judges.flatMap((judge) =>
      release.artifacts.flatMap((artifact) => {
        const fitness = judge(release, artifact);
        return typeof fitness === 'string' ? [] : [fitness.reason];
      }),
    );
    return reasons.length > 0
      ? { version, verdict: 'unfit', reason: [...new Set(reasons)].join(' ') }
      : { version, verdict: 'target-missing', reason: `It has no file for ${target} that the feed takes.` };
  };

  /** All that was looked at until something is for the client, and what that is. */
  const walk = (
    { feed, documents }: { feed: Feed; documents: readonly { judge: Judge; plan: DocumentPlan }[] },
    releases: readonly ReleaseWithArtifacts[],
    asked: Client & { channel: string; target: string },
  ) => {
    const judges = documents.map(({ judge }) => judge);
    const client = readerOf(feed, asked);
    const considered: ConsideredRelease[] = [];
    const passed = new Set<string>();
    for (const release of releases) {
      const { state, channel } = release;
      if (passed.has(channel)) continue;
      const [why] = documents.flatMap(({ plan }) => explainHidden(plan, release, client) ?? []);
      const one: ConsideredRelease =
        state === 'published' ? (why ?? consider(judges, release, asked)) : noteWithdrawn(release);
      considered.push({ ...one, ...(channel === asked.channel ? {} : { channel }) });
      if (one.verdict === 'offered') return { release, considered };
      // Nothing that the channel has was published before it and comes after it.
      if (one.verdict === 'newer-elsewhere') passed.add(channel);
      if (one.verdict === 'not-newer') break;
    }
    return { release: undefined, considered };
  };

  /** What was published in some channels, withdrawn ones in their places, one channel after the other. */
  const readPublished = async (slug: string, channels: readonly (string | undefined)[]) => {
    const asked = { limit: bounds.explainedReleases, withdrawn: true };
    const named = channels.filter((channel) => channel !== undefined);
    return (
      await Promise.all(named.map((channel) => store.listPublished(slug, { ...asked, channel })))
    ).flat();
  };

  /** What a client that reads a feed would get and why, by the judgement that makes the document. */
  const explain = async (
    slug: string,
    id: string,
    asked: Client & { channel: string; target: string },
  ): Promise<{
    release: ReleaseWithArtifacts | undefined;
    /** Of the first target with a rollout that the service decides about. */
    plan: Plan | undefined;
    /** The client as the feed sees it: not every feed is told a version. */
    client: Client;
    considered: ConsideredRelease[];
    documentPaths: string[];
  }> => {
    const feed = feeds.find((one) => one.id === id);
    if (feed === undefined)
      throw new Refusal(
        'not-found',
        `There is no feed "${id}"; there are: ${feeds.map((one) => one.id).join(', ')}.`,
      );
    const { channel, target } = asked;
    const place = parsePlatform(target);
    const addresses = place === undefined ? [] : feed.addresses({ ...place, bundle: undefined });
    const rescued = rescuedByChannel(await store.listVersions(slug));
    const builtIn = builtInKeysOf(await store.listSigningKeys(slug));
    const alsoOffers = (await store.findChannel(slug, channel))?.alsoOffers;
    const all = await readPublished(slug, [channel, alsoOffers]);
    const sourceOf = (name: string) => ({
      releases: all.filter((one) => one.state === 'published' && one.channel === name),
      rescued: rescued.get(name),
    });
    const also = alsoOffers === undefined ? undefined : sourceOf(alsoOffers);
    const documents = addresses.map((address) => ({
      judge: judgeOf(feed, address),
      plan: planDocument(documentInputOf(feed, address.document, { ...sourceOf(channel), builtIn, also })),
    }));
    const base = `/feeds/${id}/${encodeURIComponent(channel)}/`;
    const client = readerOf(feed, asked);
    const [plan] = documents.flatMap((one) => rollingIn(one.plan, client));
    return {
      ...walk({ feed, documents }, all, asked),
      ...{ plan, client },
      documentPaths: addresses.map(({ rest }) => base + rest),
    };
  };

  return { list, explain };
};
export type FeedExplanations = ReturnType<typeof createFeedExplanations>;
