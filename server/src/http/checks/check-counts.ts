import { plainVersion } from '@slipway/core/version.ts';
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
  readonly counter: CheckCounter | undefined;
  /** Set if the version belongs to an unfinished rollout. */
  readonly checkIns: OfferCounter | undefined;
}

export interface CountedResponse {
  readonly outcome: string;
  /** Set if the offered release has an unfinished rollout. */
  readonly offerCounter?: OfferCounter | undefined;
  /** Set if a feed document lists such a release to a client that may not install it. */
  readonly read?: OfferCounter | undefined;
}

export interface CheckRecorder {
  /** `isTargetOffered` says whether the channel has such a target. */
  open(
    site: Site,
    place: { channel: string; target: string; isTargetOffered: boolean },
    version: string,
  ): VersionCounters;
  /** The counter of an offer; undefined unless it belongs to a rollout. */
  offerCounterOf(offer: Offer): OfferCounter | undefined;
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
  checkCounts: Pick<
    CheckCounts,
    'countCheck' | 'countClient' | 'countOffer' | 'countReader' | 'countCheckIn'
  >;
  hashNetworkPrefix: HashNetworkPrefix;
  isTrustedProxy: IsTrustedProxy | undefined;
}): CheckRecorder => {
  const { checkCounts, isTrustedProxy, hashNetworkPrefix } = needs;
  return {
    open: (site, place, version) => {
      const rolling = place.isTargetOffered ? findRolling(site, place.channel, version) : undefined;
      return {
        counter: makeCheckCounter(site, place, version),
        checkIns: rolling && makeOfferCounter(rolling.id, place.target),
      };
    },
    offerCounterOf: ({ rollout, release, artifact }) =>
      rollout === undefined ? undefined : makeOfferCounter(release.id, artifact.target),
    count: ({ counter, checkIns }, { outcome, offerCounter, read }, request) => {
      // A client that sends HEAD sends GET next.
      if (counter === undefined || request.method === 'HEAD') return;
      const isSample = (counter.checks & (proxySampleRate - 1)) === 0;
      checkCounts.countCheck(counter);
      if (outcome === 'update') counter.offers += 1;
      const id = clientIdOf(request);
      if (id !== undefined) checkCounts.countClient(counter, id);
      if (isSample && isProxied(request, isTrustedProxy)) counter.proxied += proxySampleRate;
      if (checkIns !== undefined)
        checkCounts.countCheckIn(checkIns, hashNetworkPrefix(request, checkIns.releaseId));
      if (offerCounter !== undefined) checkCounts.countOffer(offerCounter);
      if (read !== undefined) checkCounts.countReader(read);
    },
  };
};
