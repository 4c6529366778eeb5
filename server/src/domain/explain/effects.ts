import { plainVersion } from '@slipway/core/version.ts';
import { readSite } from '../catalog/read-site.ts';
import { dependsOnAnyClient } from '../decision/client-identity.ts';
import { channelsFor, createPlanner, withReleases } from '../decision/planner.ts';
import type { CheckCounts } from '../fleet/check-counts.ts';
import { bounds } from '../model/bounds.ts';
import { requireFound } from '../model/errors.ts';
import { dayOf, type Instant, secondsOf } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { milestoneLiftedWarnings } from '../model/review.ts';
import { isUnfinished, percentOf } from '../model/rollout.ts';
import type { Site } from '../model/site.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Usage } from '../ports/usage.ts';
import type { ReleaseReviews } from '../releases/review.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import {
  admitsAnyone,
  affectedTargets,
  applyTo,
  applyToRelease,
  asSeenByAdmitted,
  excludedBy,
  type ReleaseAction,
  type ReleaseVerb,
  requireApplicable,
} from './apply-action.ts';
import { type CurrentOffer, currentOfferAt, listCurrentOffers } from './current-offers.ts';

/* Previews how an action would change the offers to clients. A dry run: nothing is written. */

/** The offer for one channel and target, before and after. */
export interface Effect {
  channel: string;
  target: string;
  now: ReleaseWithArtifacts | undefined;
  after: ReleaseWithArtifacts | undefined;
}

export interface ReleaseReach {
  downloads: number;
  /** Approximate: counts are per day, so yesterday's is prorated to 24 hours. */
  downloads24h: number;
  /** The release's share of checks yesterday and today; undefined without any checks. */
  checkShare: number | undefined;
}

export interface EffectsPreview {
  verb: ReleaseVerb;
  effects: Effect[];
  warnings: Warning[];
  reach: ReleaseReach;
  /** Whether caches may keep serving the current offer. */
  isCached: boolean;
}

const daySeconds = 24 * 3600;

/** The effects show clients admitted to the rollout, so these warnings explain who is not. */
const rolloutWarnings = ({ version, rollout }: ReleaseWithArtifacts, verb: ReleaseVerb): Warning[] => {
  if (!isUnfinished(rollout)) return [];
  if (!admitsAnyone(rollout)) {
    // A withdrawal needs no advice on how to offer the release.
    const remedy = verb === 'withdraw' ? '' : ' Resume it to offer the release.';
    const detail = `The rollout of ${version} is ${rollout.state}, so no client gets it.${remedy}`;
    return [{ code: 'rollout-paused', detail }];
  }
  const detail = `${version} is rolling out to ${percentOf(rollout.permille)}% of clients; the others get the previous release.`;
  return [{ code: 'rollout-partial', detail }];
};

/** Rollouts in the channel that publishing would stop. */
const stoppedWarnings = (
  { channel, version }: ReleaseWithArtifacts,
  releases: readonly ReleaseWithArtifacts[],
): Warning[] =>
  releases.flatMap((one) => {
    if (one.channel !== channel || one.rollout?.state !== 'rolling') return [];
    const at = percentOf(one.rollout.permille);
    const detail = `Publishing ${version} stops the rollout of ${one.version} at ${at}%.`;
    return [{ code: 'rollout-superseded', detail }];
  });

export const createEffectPreviews = (needs: {
  store: Apps & Channels & Releases & SigningKeys & Usage & Fleet;
  clock: Clock;
  reviews: Pick<ReleaseReviews, 'review'>;
  usageMeter: Pick<UsageMeter, 'flush'>;
  checkCounts: Pick<CheckCounts, 'flush'>;
  /** Yields to the event loop. */
  rest: () => Promise<unknown>;
}) => {
  const { store, clock, reviews, usageMeter, checkCounts, rest } = needs;

  const read = async (slug: string): Promise<Site> =>
    readSite(store, requireFound(await store.findApp(slug), 'app'));

  const listOffers = async (slug: string): Promise<CurrentOffer[]> => listCurrentOffers(await read(slug));

  const warningsOf = async (
    release: ReleaseWithArtifacts,
    {
      action,
      at,
      releases,
    }: { action: ReleaseAction; at: Instant; releases: readonly ReleaseWithArtifacts[] },
  ): Promise<Warning[]> => {
    const { verb, target } = action;
    const after = rolloutWarnings(applyToRelease(release, action, at) ?? release, verb);
    if (verb === 'publish')
      return [...(await reviews.review(release)), ...stoppedWarnings(release, releases), ...after];
    if (verb === 'restore' || release.state !== 'published') return after;
    return [...milestoneLiftedWarnings(release, verb === 'prune' ? target : undefined), ...after];
  };

  const reachOf = async ({
    app,
    id,
    channel,
    version,
    state,
  }: ReleaseWithArtifacts): Promise<ReleaseReach> => {
    if (state === 'draft') return { downloads: 0, downloads24h: 0, checkShare: undefined };
    await Promise.all([usageMeter.flush(), checkCounts.flush()]);
    const [now, yesterday] = [clock.now(), dayOf(clock.in(-daySeconds))];
    const to = dayOf(now);
    const sum = async (from: string, until: string): Promise<number> =>
      (await store.sumDownloads(app, [id], { from, to: until })).reduce((all, one) => all + one.downloads, 0);
    const [downloads, before, today, fleet] = await Promise.all([
      sum(dayOf(clock.in(-(bounds.usageDays - 1) * daySeconds)), to),
      sum(yesterday, yesterday),
      sum(to, to),
      store.sumFleet(app, { from: yesterday, to, channel }, 'version'),
    ]);
    const ofToday = (secondsOf(now) % daySeconds) / daySeconds;
    const checks = fleet.reduce((all, one) => all + one.checks, 0);
    const own = fleet.filter((one) => plainVersion(one.version ?? '') === plainVersion(version));
    return {
      downloads,
      downloads24h: today + Math.round(before * (1 - ofToday)),
      checkShare: checks === 0 ? undefined : own.reduce((all, one) => all + one.checks, 0) / checks,
    };
  };

  /** Rejects what the real action would reject. */
  const previewEffects = async (slug: string, id: string, action: ReleaseAction): Promise<EffectsPreview> => {
    const site = await read(slug);
    const releases = [...site.channels.values()].flat();
    const release = requireFound(await store.findRelease(slug, id), 'release');
    requireApplicable(release, action);
    const at = clock.now();
    const current = releases.map((one) => (one.id === id ? asSeenByAdmitted(one) : one));
    const lost = excludedBy(release, action);
    const left = lost === undefined ? releases : await store.listCandidates(slug, lost);
    const before = createPlanner(withReleases(site, current));
    const after = createPlanner(withReleases(site, applyTo(left, release, { action, at })));
    // With the real rollouts, not as admitted clients see them.
    const real = createPlanner(site);
    const { channel: own } = release;
    const targets = affectedTargets(release, action, releases);
    const effects: Effect[] = [];
    let isPrivate = true;
    for (const channel of site.channels.keys()) {
      if (!channelsFor(site, channel).includes(own)) continue;
      for (const target of targets) {
        const [now, then] = [before, after].map((plan) => currentOfferAt(plan, { channel, target })?.release);
        effects.push({ channel, target, now, after: then });
        isPrivate &&= dependsOnAnyClient(real({ channel, target }));
      }
      await rest();
    }
    return {
      verb: action.verb,
      effects,
      warnings: await warningsOf(release, { action, at, releases }),
      reach: await reachOf(release),
      isCached: site.app.checkCaching === 'public' && !isPrivate,
    };
  };

  return { listOffers, previewEffects };
};
export type EffectPreviews = ReturnType<typeof createEffectPreviews>;
