import { documentTarget, newestVisible } from '../../domain/decision/feed-clients.ts';
import type { DocumentPlan } from '../../domain/decision/feed-plan.ts';
import type { DocumentSelection } from '../../domain/decision/feed-selection.ts';
import { makeOfferCounter } from '../../domain/fleet/counters/counter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import { unknownName } from '../../domain/model/fleet.ts';
import type { Site } from '../../domain/model/site.ts';
import { isNewer, type ParsedVersion, plainVersion } from '../../domain/model/version.ts';
import type { FeedReadContext } from '../client/feed-client.ts';
import { detachString } from '../limits/detached-string.ts';
import type { CheckRecorder, CountedResponse, VersionCounters } from './check-counts.ts';
import {
  createVersionTables,
  detachVersion,
  emptyVersionTable,
  isCacheableVersion,
  type VersionTable,
} from './version-table.ts';

/*
 * Those who read a document are counted as those are who ask a check. Some updaters tell their version, in the query, in the
 * address or in the User-Agent; the others are counted under one name. Which of them are offered an update can be said of
 * those alone who tell a version.
 */

/** A release that a document names, as far as counting goes. */
export interface NamedRelease {
  readonly version: ParsedVersion;
  /** Counted of clients that are older, where each of them takes it. */
  readonly answered: CountedResponse | undefined;
  /** Counted of clients that may take it. */
  readonly read: CountedResponse;
}

/** Clients of one version that read a document. */
interface ReaderVersion extends VersionCounters {
  /** As the app published it. */
  readonly version: string;
  /** What of the document was last compared with it, and how. */
  named?: NamedRelease;
  isNews?: boolean;
}

/** Where they are counted. */
interface ReadTarget {
  channel: string;
  target: string;
  isKnown: boolean;
}

/** Those who read a document, by their versions. */
export interface FeedReaders {
  readonly place: ReadTarget;
  readonly feed: Pick<Feed, 'versionIn' | 'publishedAs'>;
  readonly versions: VersionTable<ReaderVersion>;
}

/** What a reader told beside its User-Agent, and what the document names for it. */
interface FeedReader {
  version?: string | undefined;
  named?: NamedRelease | undefined;
}

const nothing: CountedResponse = { outcome: 'nothing' };

/** The newest release that a document names for a client; undefined where there is none. */
export const newestNamedRelease = (
  plan: DocumentPlan,
  shown: Pick<DocumentSelection, 'newest' | 'hidden'>,
  target: string,
): NamedRelease | undefined => {
  const newest = newestVisible(plan, shown);
  if (newest === undefined) return undefined;
  const { offer, isSure } = newest;
  const tally = offer.rollout && makeOfferCounter(offer.release.id, target);
  return {
    version: offer.version,
    answered: isSure ? { outcome: 'update', offered: tally } : undefined,
    read: { ...nothing, read: tally },
  };
};

/** The version as the app published it, where its clients write it otherwise. */
const publishedSpelling = (
  { versions }: Site,
  { publishedAs }: FeedReaders['feed'],
  version: string,
): string => {
  if (publishedAs === undefined || versions.has(plainVersion(version))) return version;
  return publishedAs(version).find((other) => versions.has(plainVersion(other))) ?? version;
};

const isNewerFor = (known: ReaderVersion, named: NamedRelease): boolean => {
  if (known.named !== named) {
    known.named = named;
    known.isNews = isNewer(named.version, known.version);
  }
  return known.isNews === true;
};

/** What is counted of a reader; `known` is undefined where it tells no version. */
const countedResponseFor = (
  known: ReaderVersion | undefined,
  named: NamedRelease | undefined,
): CountedResponse => {
  if (named === undefined) return nothing;
  if (known === undefined) return named.read;
  return isNewerFor(known, named) ? (named.answered ?? named.read) : nothing;
};

export const createFeedReadCounts = (counted: CheckRecorder) => {
  const createVersions = createVersionTables<ReaderVersion>();

  const knownOf = ({ place, feed, versions }: FeedReaders, version: string, site: Site): ReaderVersion => {
    const known = versions.find(version);
    if (known !== undefined) return known;
    const own = detachVersion(version);
    const spelled = publishedSpelling(site, feed, own);
    const fresh: ReaderVersion = { ...counted.open(site, place, spelled), version: spelled };
    if (isCacheableVersion(own)) versions.keep(own, fresh);
    return fresh;
  };

  return {
    /** Those of a document of a channel. */
    open: (feed: FeedReaders['feed'], channel: string, plan: DocumentPlan): FeedReaders => {
      const target = documentTarget(plan);
      return {
        place: { channel, target: target ?? '', isKnown: target !== undefined },
        feed,
        versions: createVersions(),
      };
    },
    /** Those of what is not kept, and nothing is kept of them. */
    openOnce: (feed: FeedReaders['feed'], place: ReadTarget): FeedReaders => ({
      // Cut from a request, which must not wait with what is counted.
      place: { ...place, channel: detachString(place.channel) },
      ...{ feed, versions: emptyVersionTable },
    }),
    count: (
      readers: FeedReaders,
      { version, named }: FeedReader,
      { site, request }: FeedReadContext,
    ): void => {
      const told = version ?? readers.feed.versionIn?.(request.headers['user-agent'] ?? '');
      const known = knownOf(readers, told ?? unknownName, site);
      counted.count(known, countedResponseFor(told === undefined ? undefined : known, named), request);
    },
  };
};
export type FeedReadCounts = ReturnType<typeof createFeedReadCounts>;
