import { documentTarget, newestVisible } from '../../domain/decision/feed-clients.ts';
import type { DocumentPlan } from '../../domain/decision/feed-plan.ts';
import type { DocumentSelection } from '../../domain/decision/feed-selection.ts';
import { makeOfferCounter } from '../../domain/fleet/counters/counter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import { unknownName } from '../../domain/model/fleet.ts';
import type { Site } from '../../domain/model/site.ts';
import { isNewer, type ParsedVersion, plainVersion } from '../../domain/model/version.ts';
import type { FeedReadContext } from '../client/feed-read-context.ts';
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
 * Counts feed readers like checks. Some updaters send their version in the query, path or User-Agent; all others are
 * counted under one name. Offers can be counted only for clients that send a version.
 */

/** The release that a document offers, for counting. */
export interface NamedRelease {
  readonly version: ParsedVersion;
  /** Counted for older clients if all of them take the release. */
  readonly answered: CountedResponse | undefined;
  /** Counted for clients that may take it. */
  readonly read: CountedResponse;
}

interface ReaderVersion extends VersionCounters {
  readonly version: string;
  /** The release last compared with this version, and the result. */
  named?: NamedRelease;
  isNews?: boolean;
}

interface ReadTarget {
  channel: string;
  target: string;
  isKnown: boolean;
}

export interface FeedReaders {
  readonly place: ReadTarget;
  readonly feed: Pick<Feed, 'versionIn' | 'publishedAs'>;
  readonly versions: VersionTable<ReaderVersion>;
}

/** The version that the reader sent outside its User-Agent, and the release offered to it. */
interface FeedReader {
  version?: string | undefined;
  named?: NamedRelease | undefined;
}

const nothing: CountedResponse = { outcome: 'nothing' };

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

/** The version as published, for clients that spell it differently. */
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

/** `known` is undefined if the reader sends no version. */
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
    open: (feed: FeedReaders['feed'], channel: string, plan: DocumentPlan): FeedReaders => {
      const target = documentTarget(plan);
      return {
        place: { channel, target: target ?? '', isKnown: target !== undefined },
        feed,
        versions: createVersions(),
      };
    },
    /** For documents that aren't cached; nothing of the readers is cached either. */
    openOnce: (feed: FeedReaders['feed'], place: ReadTarget): FeedReaders => ({
      // A slice would keep the whole request in memory with the counters.
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
