import { parseVersion } from '@slipway/core/version.ts';
import type { Artifact } from '../model/artifact.ts';
import type { BuiltInKeys } from '../model/built-in-keys.ts';
import { isHeldFor } from '../model/hold.ts';
import type { Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished } from '../model/rollout.ts';

/** Extracts the facts that the decision needs. */
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
