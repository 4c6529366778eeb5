import { equivalentTargets } from '@slipway/core/platform.ts';
import { compareVersions } from '@slipway/core/version.ts';
import { type Artifact, isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { BuiltInKeys } from '../model/built-in-keys.ts';
import { heldReason } from '../model/hold.ts';
import { type ConsideredRelease, noteWithdrawn, type Offer, type Plan } from '../model/offer.ts';
import { gateOf, isGateCovered, signedGateOf } from '../model/policy.ts';
import type { CriticalVersion } from '../model/published-version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { dependsOnClientFacts } from './client-identity.ts';
import { makeOffer } from './offer.ts';

export interface PlanInput {
  /** Last published first. */
  releases: Iterable<ReleaseWithArtifacts>;
  target: string;
  /** Versions whose clients are admitted to rollouts with `rescue`. */
  rescued?: ReadonlySet<string> | undefined;
  /** Versions that older clients must not postpone, newest first. */
  critical?: readonly CriticalVersion[] | undefined;
  /** The public keys built into clients, if they differ by version. */
  builtIn?: BuiltInKeys | undefined;
}

/** Why no client gets this release's artifact for the target. */
const skipReason = (
  release: ReleaseWithArtifacts,
  target: string,
  artifact: Artifact | undefined,
): ConsideredRelease | undefined => {
  const { version, state } = release;
  if (state !== 'published') return noteWithdrawn(release);
  if (artifact === undefined)
    return { version, verdict: 'target-missing', reason: `No artifact for ${target}.` };
  if (artifact.state !== 'active')
    return { version, verdict: 'target-pruned', reason: `The artifact for ${target} was pruned.` };
  return undefined;
};

/** If the client uses another name for the platform, names the publisher's. */
const withHint = (
  passed: ConsideredRelease,
  { artifacts }: ReleaseWithArtifacts,
  target: string,
): ConsideredRelease => {
  const equivalents =
    passed.verdict === 'target-missing'
      ? equivalentTargets(
          target,
          artifacts.map((one) => one.target),
        )
      : [];
  return equivalents.length === 0
    ? passed
    : { ...passed, reason: `${passed.reason} Did you mean ${equivalents.join(' or ')}?` };
};

/** Why nobody gets an offer, although its bytes are available. */
const skip = (
  { release, isHeld, artifact, rollout }: Offer,
  rollouts: number,
): ConsideredRelease | undefined => {
  const { version } = release;
  if (isHeld) return { version, verdict: 'target-held', reason: heldReason(release, artifact.target) };
  if (rollout !== undefined && rollouts > bounds.unfinishedRollouts)
    return {
      version,
      verdict: 'too-deep',
      reason: `Behind ${bounds.unfinishedRollouts} newer unfinished rollouts.`,
    };
  return undefined;
};

const gateOfOffer = ({ release, artifact, signedBy }: Offer): string =>
  (signedBy === undefined ? gateOf : signedGateOf)(release.policy, artifact);

/** Whether some clients cannot get it; at a milestone they stay below it. */
const isGated = (offer: Offer): boolean => offer.rollout !== undefined || gateOfOffer(offer) !== '';

/**
 * Collects what a channel can offer a target: unfinished rollouts without a newer release for everyone, and the newest
 * release per gate, down to the first one for everyone, since nobody gets past it. Milestones always count. The walk
 * restarts at each gated milestone, since some clients stay below it.
 */
export const planOffers = (candidates: PlanInput, trace?: ConsideredRelease[]): Plan => {
  const { releases, target, rescued, critical = [], builtIn } = candidates;
  const offers: Offer[] = [];
  const milestones: Offer[] = [];
  const seenGates = new Set<string>();
  let rollouts = 0;
  let isOpen = true;

  const consider = (offer: Offer): void => {
    if (offer.rollout !== undefined) rollouts += 1;
    const skipped = skip(offer, rollouts);
    const gate = gateOfOffer(offer);
    if (skipped !== undefined) trace?.push(skipped);
    else if (!(offer.rollout === undefined ? seenGates.has(gate) : isGateCovered(gate, seenGates)))
      offers.push(offer);
    if (offer.rollout !== undefined) return;
    seenGates.add(gate);
    if (gate === '') isOpen = false;
  };
  const add = (offer: Offer): void => {
    if (isOpen) consider(offer);
    if (offer.release.policy.milestone === undefined) return;
    milestones.push(offer);
    if (!isGated(offer)) return;
    isOpen = true;
    seenGates.clear();
  };

  for (const release of releases) {
    const artifact = release.artifacts.find((one) => one.target === target && isMain(one));
    const passedOver = skipReason(release, target, artifact);
    if (passedOver !== undefined && isOpen) trace?.push(withHint(passedOver, release, target));
    if (passedOver === undefined && artifact !== undefined) add(makeOffer(release, artifact, builtIn));
  }
  return {
    offers,
    milestones: milestones.sort((a, b) => compareVersions(a.version, b.version)),
    rescued: rescued ?? new Set(),
    critical,
    dependsOnClient: offers.some(dependsOnClientFacts) || milestones.some(dependsOnClientFacts),
  };
};
