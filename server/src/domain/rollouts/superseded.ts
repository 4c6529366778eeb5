import { isMain } from '../model/artifact.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { gateOf, isGateCovered, signedGateOf } from '../model/policy.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished } from '../model/rollout.ts';
import type { SigningKey } from '../model/signing-key.ts';

/*
 * Which rollouts nobody has to steer any more. A newer release takes the place of an older one for every client that
 * both are for, even while it is rolling out itself. Where an app changed its signing keys the two may be for different
 * clients, and a milestone is for everyone who does not have it.
 */

/**
 * The ids of releases that no newer one has taken the place of, on some target. `candidates` are what decisions choose
 * from: whatever is not among them is superseded.
 */
export const currentReleaseIds = (
  candidates: readonly ReleaseWithArtifacts[],
  keys: readonly SigningKey[],
): ReadonlySet<string> => {
  const gate = builtInKeysOf(keys) === undefined ? gateOf : signedGateOf;
  const inOrder = candidates.toSorted((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0));
  const seen = new Map<string, Set<string>>();
  const standing = new Set<string>();
  for (const { id, channel, policy, artifacts, rollout } of inOrder)
    for (const artifact of artifacts.filter((one) => one.state === 'active' && isMain(one))) {
      const place = `${channel} ${artifact.target}`;
      const gates = seen.get(place) ?? new Set<string>();
      const own = gate(policy, artifact);
      const isMilestone = policy.milestone !== undefined;
      if (isMilestone || !isGateCovered(own, gates)) standing.add(id);
      // Whoever is kept from a milestone stays at what lies before it, whatever is newer.
      const isBarrier = isMilestone && (own !== '' || isUnfinished(rollout));
      seen.set(place, isBarrier ? new Set() : gates.add(own));
    }
  return standing;
};
