import { newestShown, targetOf } from '../../domain/decision/feed-clients.ts';
import type { DocumentPlan } from '../../domain/decision/feed-plan.ts';
import type { Selection } from '../../domain/decision/feed-selection.ts';
import { makeTally } from '../../domain/fleet/counters/counter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import { unknownName } from '../../domain/model/fleet.ts';
import type { Site } from '../../domain/model/site.ts';
import { isNewer, type ParsedVersion, plainVersion } from '../../domain/model/version.ts';
import type { Asking } from '../client/feed-client.ts';
import { detached } from '../limits/detached-string.ts';
import type { Answered, CountedChecks, Counters } from './check-counts.ts';
import { copyOf, createVersionTables, emptyTable, isKept, type VersionTable } from './version-table.ts';

/*
 * Those who read a document are counted as those are who ask a check. Some updaters tell their version, in the query, in the
 * address or in the User-Agent; the others are counted under one name. Which of them are offered an update can be said of
 * those alone who tell a version.
 */

/** A release that a document names, as far as counting goes. */
export interface Named {
  readonly version: ParsedVersion;
  /** Counted of clients that are older, where each of them takes it. */
  readonly answered: Answered | undefined;
  /** Counted of clients that may take it. */
  readonly read: Answered;
}

/** Clients of one version that read a document. */
interface Known extends Counters {
  /** As the app published it. */
  readonly version: string;
  /** What of the document was last compared with it, and how. */
  named?: Named;
  isNews?: boolean;
}

/** Where they are counted. */
interface ReadPlace {
  channel: string;
  target: string;
  isKnown: boolean;
}

/** Those who read a document, by their versions. */
export interface Readers {
  readonly place: ReadPlace;
  readonly feed: Pick<Feed, 'versionIn' | 'publishedAs'>;
  readonly versions: VersionTable<Known>;
}

/** What a reader told beside its User-Agent, and what the document names for it. */
interface Reader {
  version?: string | undefined;
  named?: Named | undefined;
}

const nothing: Answered = { outcome: 'nothing' };

/** The newest release that a document names for a client; undefined where there is none. */
export const namedIn = (
  plan: DocumentPlan,
  shown: Pick<Selection, 'newest' | 'hidden'>,
  target: string,
): Named | undefined => {
  const newest = newestShown(plan, shown);
  if (newest === undefined) return undefined;
  const { offer, isSure } = newest;
  const tally = offer.rollout && makeTally(offer.release.id, target);
  return {
    version: offer.version,
    answered: isSure ? { outcome: 'update', offered: tally } : undefined,
    read: { ...nothing, read: tally },
  };
};

/** The version as the app published it, where its clients write it otherwise. */
const spelledIn = ({ versions }: Site, { publishedAs }: Readers['feed'], version: string): string => {
  if (publishedAs === undefined || versions.has(plainVersion(version))) return version;
  return publishedAs(version).find((other) => versions.has(plainVersion(other))) ?? version;
};

const isNewsFor = (known: Known, named: Named): boolean => {
  if (known.named !== named) {
    known.named = named;
    known.isNews = isNewer(named.version, known.version);
  }
  return known.isNews === true;
};

/** What is counted of a reader; `known` is undefined where it tells no version. */
const answeredTo = (known: Known | undefined, named: Named | undefined): Answered => {
  if (named === undefined) return nothing;
  if (known === undefined) return named.read;
  return isNewsFor(known, named) ? (named.answered ?? named.read) : nothing;
};

export const createCountedReaders = (counted: CountedChecks) => {
  const createVersions = createVersionTables<Known>();

  const knownOf = ({ place, feed, versions }: Readers, version: string, site: Site): Known => {
    const known = versions.find(version);
    if (known !== undefined) return known;
    const own = copyOf(version);
    const spelled = spelledIn(site, feed, own);
    const fresh: Known = { ...counted.open(site, place, spelled), version: spelled };
    if (isKept(own)) versions.keep(own, fresh);
    return fresh;
  };

  return {
    /** Those of a document of a channel. */
    open: (feed: Readers['feed'], channel: string, plan: DocumentPlan): Readers => {
      const target = targetOf(plan);
      return {
        place: { channel, target: target ?? '', isKnown: target !== undefined },
        feed,
        versions: createVersions(),
      };
    },
    /** Those of what is not kept, and nothing is kept of them. */
    openOnce: (feed: Readers['feed'], place: ReadPlace): Readers => ({
      // Cut from a request, which must not wait with what is counted.
      place: { ...place, channel: detached(place.channel) },
      ...{ feed, versions: emptyTable },
    }),
    count: (readers: Readers, { version, named }: Reader, { site, request }: Asking): void => {
      const told = version ?? readers.feed.versionIn?.(request.headers['user-agent'] ?? '');
      const known = knownOf(readers, told ?? unknownName, site);
      counted.count(known, answeredTo(told === undefined ? undefined : known, named), request);
    },
  };
};
export type CountedReaders = ReturnType<typeof createCountedReaders>;
