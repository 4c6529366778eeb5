import { isNewer, type ParsedVersion, plainVersion } from '@slipway/core/version.ts';
import { documentTarget, newestVisible } from '../../domain/decision/feed-clients.ts';
import type { DocumentPlan } from '../../domain/decision/feed-plan.ts';
import type { DocumentSelection } from '../../domain/decision/feed-selection.ts';
import { makeOfferCounter } from '../../domain/fleet/counters/counter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import { unknownName } from '../../domain/model/fleet.ts';
import type { Site } from '../../domain/model/site.ts';
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
  isTargetOffered: boolean;
}

export interface FeedReaders {
  readonly place: ReadTarget;
  readonly feed: Pick<Feed, 'versionFromUserAgent' | 'publishedSpellings'>;
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
  selection: Pick<DocumentSelection, 'newestPosition' | 'hiddenAudiences'>,
  target: string,
): NamedRelease | undefined => {
  const newest = newestVisible(plan, selection);
  if (newest === undefined) return undefined;
  const { offer, isSure } = newest;
  const offerCounter = offer.rollout && makeOfferCounter(offer.release.id, target);
  return {
    version: offer.version,
    answered: isSure ? { outcome: 'update', offerCounter } : undefined,
    read: { ...nothing, read: offerCounter },
  };
};

/** The version as published, for clients that spell it differently. */
const publishedSpelling = (
  { versions }: Site,
  { publishedSpellings }: FeedReaders['feed'],
  version: string,
): string => {
  if (publishedSpellings === undefined || versions.has(plainVersion(version))) return version;
  return publishedSpellings(version).find((other) => versions.has(plainVersion(other))) ?? version;
};

const isNewerFor = (reader: ReaderVersion, named: NamedRelease): boolean => {
  if (reader.named !== named) {
    reader.named = named;
    reader.isNews = isNewer(named.version, reader.version);
  }
  return reader.isNews === true;
};

/** `reader` is undefined if the client sends no version. */
const countedResponseFor = (
  reader: ReaderVersion | undefined,
  named: NamedRelease | undefined,
): CountedResponse => {
  if (named === undefined) return nothing;
  if (reader === undefined) return named.read;
  return isNewerFor(reader, named) ? (named.answered ?? named.read) : nothing;
};

export const createFeedReadCounts = (counted: CheckRecorder) => {
  const createVersions = createVersionTables<ReaderVersion>();

  const readerVersionOf = (
    { place, feed, versions }: FeedReaders,
    version: string,
    site: Site,
  ): ReaderVersion => {
    const reader = versions.find(version);
    if (reader !== undefined) return reader;
    const own = detachVersion(version);
    const spelled = publishedSpelling(site, feed, own);
    const fresh: ReaderVersion = { ...counted.open(site, place, spelled), version: spelled };
    if (isCacheableVersion(own)) versions.set(own, fresh);
    return fresh;
  };

  return {
    open: (feed: FeedReaders['feed'], channel: string, plan: DocumentPlan): FeedReaders => {
      const target = documentTarget(plan);
      return {
        place: { channel, target: target ?? '', isTargetOffered: target !== undefined },
        feed,
        versions: createVersions(),
      };
    },
    /** For documents that aren't cached; nothing of the readers is cached either. */
    openUncached: (feed: FeedReaders['feed'], place: ReadTarget): FeedReaders => ({
      // A slice would keep the whole request in memory with the counters.
      place: { ...place, channel: detachString(place.channel) },
      ...{ feed, versions: emptyVersionTable },
    }),
    count: (
      readers: FeedReaders,
      { version, named }: FeedReader,
      { site, request }: FeedReadContext,
    ): void => {
      const sentVersion = version ?? readers.feed.versionFromUserAgent?.(request.headers['user-agent'] ?? '');
      const reader = readerVersionOf(readers, sentVersion ?? unknownName, site);
      counted.count(
        reader,
        countedResponseFor(sentVersion === undefined ? undefined : reader, named),
        request,
      );
    },
  };
};
export type FeedReadCounts = ReturnType<typeof createFeedReadCounts>;
