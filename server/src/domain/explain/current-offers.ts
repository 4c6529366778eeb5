import { compareVersions } from '@slipway/core/version.ts';
import { decide } from '../decision/decide.ts';
import {
  channelsFor,
  createPlanner,
  type DecisionSource,
  type Planner,
  withReleases,
} from '../decision/planner.ts';
import { bounds } from '../model/bounds.ts';
import type { ChannelTarget, Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { activeTargets } from '../model/site.ts';
import { asSeenByAdmitted } from './apply-action.ts';

/*
 * Current offers per target for an anonymous client: no version, so version rules do not apply, and no ID, so it is in
 * no unfinished rollout. Uses the same decision as the check.
 */

export const currentOfferAt = (planFor: Planner, place: ChannelTarget): Offer | undefined =>
  decide(planFor(place), {});

/** The offer for one channel and target. */
export interface CurrentOffer {
  channel: string;
  target: string;
  release: ReleaseWithArtifacts;
  /** Whether no other target of the channel has a newer offer. */
  isNewest: boolean;
  /** The release that clients admitted to a rollout get instead. */
  rolling: ReleaseWithArtifacts | undefined;
}

/** The app for anonymous clients, and for those admitted to its rollouts. */
interface Sites {
  site: DecisionSource;
  plan: Planner;
  letIn: Planner;
  /** By ID, with their real rollouts. */
  releases: ReadonlyMap<string, ReleaseWithArtifacts>;
}

const targetsIn = (site: DecisionSource, channel: string): string[] =>
  activeTargets(channelsFor(site, channel).flatMap((name) => site.channels.get(name) ?? [])).sort();

/** Publication order within a channel, version order across channels. */
const compareOffers = (a: Offer, b: Offer): number =>
  (a.release.channel === b.release.channel ? 0 : compareVersions(a.version, b.version)) ||
  (a.release.sequence ?? 0) - (b.release.sequence ?? 0);

const offersIn = (channel: string, { site, plan, letIn, releases }: Sites, most: number): CurrentOffer[] => {
  const found = targetsIn(site, channel)
    .slice(0, most)
    .flatMap((target) => {
      const offer = currentOfferAt(plan, { channel, target });
      return offer === undefined ? [] : [{ target, offer }];
    });
  const newest = found
    .map(({ offer }) => offer)
    .sort(compareOffers)
    .at(-1)?.release.id;
  return found.map(({ target, offer: { release } }) => {
    const id = currentOfferAt(letIn, { channel, target })?.release.id;
    const rolling = id === release.id ? undefined : releases.get(id ?? '');
    return { channel, target, release, isNewest: release.id === newest, rolling };
  });
};

/** By channel and target, up to a limit. */
export const listCurrentOffers = (site: DecisionSource): CurrentOffer[] => {
  const all = [...site.channels.values()].flat();
  const letIn = createPlanner(withReleases(site, all.map(asSeenByAdmitted)));
  const releases = new Map(all.map((one) => [one.id, one]));
  const sites = { site, plan: createPlanner(site), letIn, releases };
  const offers: CurrentOffer[] = [];
  for (const channel of [...site.channels.keys()].sort())
    if (offers.length < bounds.listedOffers)
      offers.push(...offersIn(channel, sites, bounds.listedOffers - offers.length));
  return offers;
};
