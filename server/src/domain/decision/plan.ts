import { type Artifact, isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { BuiltInKeys } from '../model/built-in-keys.ts';
import { heldReason, isHeldFor } from '../model/hold.ts';
import { type ConsideredRelease, noteWithdrawn, type Offer, type Plan } from '../model/offer.ts';
import { equivalentTargets } from '../model/platform.ts';
import { gateOf, isGateCovered, signedGateOf } from '../model/policy.ts';
import type { CriticalVersion } from '../model/published-version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished } from '../model/rollout.ts';
import { compareVersions, parseVersion } from '../model/version.ts';
import { dependsOnClientFacts } from './client-identity.ts';

/** Of what a plan is made. */
export interface PlanInput {
  /** Last published first. */
  releases: Iterable<ReleaseWithArtifacts>;
  target: string;
  /** The versions of the channel whose clients are let into rollouts. */
  rescued?: ReadonlySet<string> | undefined;
  /** Those that older clients must not put off, newest version first. */
  critical?: readonly CriticalVersion[] | undefined;
  /** The keys that clients have built in, where those of some versions have others. */
  builtIn?: BuiltInKeys | undefined;
}

/** Why nobody is given an artifact of this release for the target. */
const skipReason = (
  release: ReleaseWithArtifacts,
  target: string,
  artifact: Artifact | undefined,
): ConsideredRelease | undefined => {
  const { version, state } = release;
  if (state !== 'published') return noteWithdrawn(release);
  if (artifact === undefined)
    return { version, verdict: 'target-missing', reason: `It has no artifact for ${target}.` };
  if (artifact.state !== 'active')
    return { version, verdict: 'target-pruned', reason: `Its artifact for ${target} was pruned.` };
  return undefined;
};

/** Who asks in other words than the publisher's is told the publisher's. */
const withHint = (
  passed: ConsideredRelease,
  { artifacts }: ReleaseWithArtifacts,
  target: string,
): ConsideredRelease => {
  const meant =
    passed.verdict === 'target-missing'
      ? equivalentTargets(
          target,
          artifacts.map((one) => one.target),
        )
      : [];
  return meant.length === 0
    ? passed
    : { ...passed, reason: `${passed.reason} Did you mean ${meant.join(' or ')}?` };
};

/** Takes a release and its artifact apart into what the decision asks of it. */
export const makeOffer = (
  release: ReleaseWithArtifacts,
  artifact: Artifact,
  builtIn?: BuiltInKeys | undefined,
): Offer => {
  const { policy, rollout } = release;
  const { minimumSystem } = artifact.facts;
  const signer = artifact.verdict?.signedBy;
  return {
    release,
    artifact,
    version: parseVersion(release.version),
    rollout: isUnfinished(rollout) ? rollout : undefined,
    from: policy.from,
    minimumSystem: minimumSystem === undefined ? undefined : parseVersion(minimumSystem),
    isHeld: isHeldFor(release, artifact.target),
    signedBy: builtIn && signer && { id: signer.id, keyId: signer.keyId, keys: builtIn },
  };
};

/** Why an offer is none for anybody, though its bytes are there. */
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
      reason: `It lies behind ${bounds.unfinishedRollouts} newer rollouts that are not done.`,
    };
  return undefined;
};

const gateOfOffer = ({ release, artifact, signedBy }: Offer): string =>
  (signedBy === undefined ? gateOf : signedGateOf)(release.policy, artifact);

/** Whether some clients are kept from it: they then stay at what lies before it, if it is a milestone. */
const isGated = (offer: Offer): boolean => offer.rollout !== undefined || gateOfOffer(offer) !== '';

/**
 * What a channel can offer a target: unfinished rollouts that no newer release covers, and of the others the newest with
 * each gate, down to the first release that is for everyone, since nobody gets past it. Milestones count wherever they
 * lie; from each that some clients are kept from the walk begins anew, since those stay at what lies before it.
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
