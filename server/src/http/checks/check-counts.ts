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
 * Where checks are counted: a version's counters are found together with its answer, so that counting a check is adding
 * one. An id is looked for in two headers, and where the query may hold one; proxies in one of several checks.
 */

/** One check in so many is looked at for proxies: a power of two. */
export const proxySampleRate = 16;

/** The counters of one version in one place. */
export interface VersionCounters {
  readonly cell: CheckCounter | undefined;
  /** Set where the version is that of a rollout that is not done. */
  readonly arrivals: OfferCounter | undefined;
}

/** What was answered, as far as it is counted. */
export interface CountedResponse {
  readonly outcome: string;
  /** Set where the release that is offered has a rollout that is not done. */
  readonly offered?: OfferCounter | undefined;
  /** Set where a document shows such a release to a client that may or may not take it. */
  readonly read?: OfferCounter | undefined;
}

/** How checks are counted. */
export interface CheckRecorder {
  /** The counters of a version that asks in a channel for a target; `isKnown` says whether there is any. */
  open(
    site: Site,
    place: { channel: string; target: string; isKnown: boolean },
    version: string,
  ): VersionCounters;
  /** The counter of an offer, where it is one of a rollout. */
  tallyOf(offer: Offer): OfferCounter | undefined;
  count(counters: VersionCounters, answered: CountedResponse, request: PlainRequest): void;
}

/** The release with this version whose rollout is not done, in the channel or the one that it also offers. */
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
      // Who asks for the head alone asks again.
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
