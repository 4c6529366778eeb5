import { compareVersions } from '@slipway/core/version.ts';
import { createPlanner, decide, type Planner } from '../decision/decide.ts';
import type { App } from '../model/app.ts';
import { isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { alsoOffersByChannel, type Channel } from '../model/channel.ts';
import type { Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SigningKey } from '../model/signing-key.ts';
import { makeSite, type Site } from '../model/site.ts';
import { asSeenByAdmitted } from './apply-action.ts';

/*
 * Current offers per target for an anonymous client: no version, so version rules do not apply, and no ID, so it is in
 * no unfinished rollout. Uses the same decision as the check.
 */

/** Real or simulated. */
export interface SiteInput {
  app: App;
  channels: readonly Channel[];
  releases: readonly ReleaseWithArtifacts[];
  keys: readonly SigningKey[];
}

export const buildSite = ({ app, channels, releases, keys }: SiteInput): Site =>
  makeSite(
    {
      ...{ host: '', baseUrl: '' },
      channels: channels.map(({ name }) => name),
      alsoOffers: alsoOffersByChannel(channels),
      builtIn: builtInKeysOf(keys),
    },
    app,
    releases,
  );

export const currentOfferAt = (planFor: Planner, channel: string, target: string): Offer | undefined =>
  decide(planFor(channel, target), {});

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
  site: Site;
  plan: Planner;
  letIn: Planner;
  /** By ID, with their real rollouts. */
  releases: ReadonlyMap<string, ReleaseWithArtifacts>;
}

const targetsIn = (site: Site, channel: string): string[] => {
  const names = [channel, site.alsoOffers.get(channel) ?? channel];
  const artifacts = names.flatMap((name) => site.channels.get(name) ?? []).flatMap((one) => one.artifacts);
  const active = artifacts.filter((one) => one.state === 'active' && isMain(one));
  return [...new Set(active.map(({ target }) => target))].sort();
};

/** Publication order within a channel, version order across channels. */
const compareOffers = (a: Offer, b: Offer): number =>
  (a.release.channel === b.release.channel ? 0 : compareVersions(a.version, b.version)) ||
  (a.release.sequence ?? 0) - (b.release.sequence ?? 0);

const offersIn = (channel: string, { site, plan, letIn, releases }: Sites, most: number): CurrentOffer[] => {
  const found = targetsIn(site, channel)
    .slice(0, most)
    .flatMap((target) => {
      const offer = currentOfferAt(plan, channel, target);
      return offer === undefined ? [] : [{ target, offer }];
    });
  const newest = found
    .map(({ offer }) => offer)
    .sort(compareOffers)
    .at(-1)?.release.id;
  return found.map(({ target, offer: { release } }) => {
    const id = currentOfferAt(letIn, channel, target)?.release.id;
    const rolling = id === release.id ? undefined : releases.get(id ?? '');
    return { channel, target, release, isNewest: release.id === newest, rolling };
  });
};

/** By channel and target, up to a limit. */
export const listCurrentOffers = (chosen: SiteInput): CurrentOffer[] => {
  const site = buildSite(chosen);
  const letIn = createPlanner(buildSite({ ...chosen, releases: chosen.releases.map(asSeenByAdmitted) }));
  const releases = new Map(chosen.releases.map((one) => [one.id, one]));
  const sites = { site, plan: createPlanner(site), letIn, releases };
  const offers: CurrentOffer[] = [];
  for (const channel of [...site.channels.keys()].sort())
    if (offers.length < bounds.listedOffers)
      offers.push(...offersIn(channel, sites, bounds.listedOffers - offers.length));
  return offers;
};
