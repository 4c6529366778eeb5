import type { Artifact } from './nouns/artifact.ts';
import { bounds } from './nouns/bounds.ts';
import { Refusal } from './nouns/errors.ts';
import type { Feed, FeedAddress, Fitness } from './nouns/feed.ts';
import type { Client, Considered } from './nouns/offer.ts';
import { formatPlace, type Place, parsePlace } from './nouns/place.ts';
import type { ReleaseWithArtifacts } from './nouns/release.ts';
import { isNewer, parseVersion } from './nouns/version.ts';
import type { Channels } from './ports/channels.ts';
import type { Releases } from './ports/releases.ts';

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
  (target) => parsePlace(target) ?? [],
);

type Judge = (release: ReleaseWithArtifacts, artifact: Artifact) => Fitness;

const judgeOf =
  (feed: Feed, { document }: FeedAddress): Judge =>
  (release, artifact) =>
    feed.judge(document, release, artifact);

const isFit = (judge: Judge, release: ReleaseWithArtifacts): boolean =>
  release.artifacts.some((artifact) => judge(release, artifact) === 'fit');

const isMeant = (judge: Judge, releases: readonly ReleaseWithArtifacts[]): boolean =>
  releases.some((release) => release.artifacts.some((artifact) => judge(release, artifact) !== 'elsewhere'));

const placesOf = (releases: readonly ReleaseWithArtifacts[]): Place[] => {
  const places = releases.flatMap(({ artifacts }) =>
    artifacts.flatMap(({ target }) => parsePlace(target) ?? []),
  );
  return [...new Map(places.map((place) => [formatPlace(place), place])).values()];
};

const unique = (addresses: readonly FeedAddress[]): FeedAddress[] => [
  ...new Map(addresses.map((address) => [address.rest, address])).values(),
];

export const createFeeding = (needs: { store: Channels & Releases; feeds: readonly Feed[] }) => {
  const { store, feeds } = needs;

  const listingsOf = (channel: string, releases: readonly ReleaseWithArtifacts[], feed: Feed) => {
    const places = releases.length === 0 ? usualPlaces : placesOf(releases);
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
          version: releases.find((release) => isFit(judge, release))?.version,
        },
      ];
    });
  };

  /** Every address at which an app's updaters are served, and what is offered there now. */
  const list = async (slug: string): Promise<FeedListing[]> => {
    const [channels, candidates] = await Promise.all([store.listChannels(slug), store.listCandidates(slug)]);
    const byChannel = Map.groupBy(candidates, ({ channel }) => channel);
    return channels.flatMap(({ name }) => {
      const releases = byChannel.get(name) ?? [];
      return feeds.flatMap((feed) => listingsOf(name, releases, feed));
    });
  };

  /** Why a release is or is not what a feed offers a client of a place. */
  const consider = (
    judges: readonly Judge[],
    release: ReleaseWithArtifacts,
    { target, currentVersion = '' }: Client & { target: string },
  ): Considered => {
    const { version } = release;
    if (release.state !== 'published') return { version, verdict: 'withdrawn', reason: 'It was withdrawn.' };
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

  /** What a client that reads a feed would get and why, by the judgement that makes the document. */
  const explain = async (
    slug: string,
    id: string,
    asked: Client & { channel: string; target: string },
  ): Promise<{
    release: ReleaseWithArtifacts | undefined;
    considered: Considered[];
    documentPaths: string[];
  }> => {
    const feed = feeds.find((one) => one.id === id);
    if (feed === undefined)
      throw new Refusal(
        'not-found',
        `There is no feed "${id}"; there are: ${feeds.map((one) => one.id).join(', ')}.`,
      );
    const { channel, target } = asked;
    const place = parsePlace(target);
    const addresses = place === undefined ? [] : feed.addresses({ ...place, bundle: undefined });
    const judges = addresses.map((address) => judgeOf(feed, address));
    const limit = bounds.explainedReleases;
    const releases = await store.listPublished(slug, { channel, limit, withdrawn: true });
    const considered: Considered[] = [];
    for (const release of releases) {
      const one = consider(judges, release, asked);
      considered.push(one);
      if (one.verdict === 'offered' || one.verdict === 'not-newer') break;
    }
    const base = `/feeds/${id}/${encodeURIComponent(channel)}/`;
    return {
      release: releases[considered.findIndex(({ verdict }) => verdict === 'offered')],
      considered,
      documentPaths: addresses.map(({ rest }) => base + rest),
    };
  };

  return { list, explain };
};
export type Feeding = ReturnType<typeof createFeeding>;
