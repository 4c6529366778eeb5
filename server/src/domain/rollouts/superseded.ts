import { isActiveFile } from '../model/artifact.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { gateOf, isGateCovered, signedGateOf } from '../model/policy.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished } from '../model/rollout.ts';
import type { SigningKey } from '../model/signing-key.ts';

/*
 * Finds rollouts that need no more attention. A newer release supersedes an older one for all clients of both, even
 * while it is rolling out. After a change of signing keys the two may have different clients, and a milestone is for
 * everyone below it.
 */

/**
 * Release IDs that no newer release supersedes on some target. `candidates` are the decision's input: anything else is
 * superseded.
 */
export const currentReleaseIds = (
  candidates: readonly ReleaseWithArtifacts[],
  keys: readonly SigningKey[],
): ReadonlySet<string> => {
  const gate = builtInKeysOf(keys) === undefined ? gateOf : signedGateOf;
  const inOrder = candidates.toSorted((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0));
  const gatesByTarget = new Map<string, Set<string>>();
  const standing = new Set<string>();
  for (const { id, channel, policy, artifacts, rollout } of inOrder)
    for (const artifact of artifacts.filter(isActiveFile)) {
      const place = `${channel} ${artifact.target}`;
      const gates = gatesByTarget.get(place) ?? new Set<string>();
      const own = gate(policy, artifact);
      const isMilestone = policy.milestone !== undefined;
      if (isMilestone || !isGateCovered(own, gates)) standing.add(id);
      // Clients that cannot get a milestone stay below it, whatever is newer.
      const isBarrier = isMilestone && (own !== '' || isUnfinished(rollout));
      gatesByTarget.set(place, isBarrier ? new Set() : gates.add(own));
    }
  return standing;
};
