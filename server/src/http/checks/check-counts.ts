import type { CheckCounts } from '../../domain/fleet/check-counts.ts';
import {
  type CheckCounter,
  makeCheckCounter,
  makeOfferCounter,
  type OfferCounter,
} from '../../domain/fleet/counters/counter.ts';
import type { Offer } from '../../domain/model/offer.ts';
import { isUnfinished } from '../../domain/model/rollout.ts';
import type { Site } from '../../domain/model/site.ts';
import { plainVersion } from '../../domain/model/version.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { clientIdOf } from '../client/client-hints.ts';
import { isProxied } from '../client/client-ip.ts';
import type { HashNetworkPrefix } from '../client/network-prefix.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';

/*
 * Counts checks. A version's counters are stored with its response, so that counting is an increment. The client ID is
 * read from two headers or the query; only a sample of checks is tested for proxies.
 */

/** One check in this many is tested for proxies; must be a power of two. */
export const proxySampleRate = 16;

/** The counters of a version for one channel and target. */
export interface VersionCounters {
  readonly cell: CheckCounter | undefined;
  /** Set if the version belongs to an unfinished rollout. */
  readonly arrivals: OfferCounter | undefined;
}

export interface CountedResponse {
  readonly outcome: string;
  /** Set if the offered release has an unfinished rollout. */
  readonly offered?: OfferCounter | undefined;
  /** Set if a feed document lists such a release to a client that may not install it. */
  readonly read?: OfferCounter | undefined;
}

export interface CheckRecorder {
  /** `isKnown` says whether the channel has such a target. */
  open(
    site: Site,
    place: { channel: string; target: string; isKnown: boolean },
    version: string,
  ): VersionCounters;
  /** The counter of an offer; undefined unless it belongs to a rollout. */
  tallyOf(offer: Offer): OfferCounter | undefined;
  count(counters: VersionCounters, answered: CountedResponse, request: PlainRequest): void;
}

/** The release of this version with an unfinished rollout, in the channel or the one it also offers. */
const findRolling = ({ channels, alsoOffers }: Site, channel: string, version: string) => {
  const plain = plainVersion(version);
  return [channel, alsoOffers.get(channel) ?? channel]
    .flatMap((name) => channels.get(name) ?? [])
    .find((release) => isUnfinished(release.rollout) && plainVersion(release.version) === plain);
};

export const createCheckRecorder = (needs: {
  counting: Pick<CheckCounts, 'countCheck' | 'countClient' | 'countOffer' | 'countReader' | 'countCheckIn'>;
  networkNumber: HashNetworkPrefix;
  trusts: IsTrustedProxy | undefined;
}): CheckRecorder => {
  const { counting, trusts, networkNumber } = needs;
  return {
    open: (site, place, version) => {
      const rolling = place.isKnown ? findRolling(site, place.channel, version) : undefined;
      return {
        cell: makeCheckCounter(site, place, version),
        arrivals: rolling && makeOfferCounter(rolling.id, place.target),
      };
    },
    tallyOf: ({ rollout, release, artifact }) =>
      rollout === undefined ? undefined : makeOfferCounter(release.id, artifact.target),
    count: ({ cell, arrivals }, { outcome, offered, read }, request) => {
      // A client that sends HEAD sends GET next.
      if (cell === undefined || request.method === 'HEAD') return;
      const isSample = (cell.checks & (proxySampleRate - 1)) === 0;
      counting.countCheck(cell);
      if (outcome === 'update') cell.offers += 1;
      const id = clientIdOf(request);
      if (id !== undefined) counting.countClient(cell, id);
      if (isSample && isProxied(request, trusts)) cell.proxied += proxySampleRate;
      if (arrivals !== undefined) counting.countCheckIn(arrivals, networkNumber(request, arrivals.releaseId));
      if (offered !== undefined) counting.countOffer(offered);
      if (read !== undefined) counting.countReader(read);
    },
  };
};
