import type { ReleaseWithArtifacts } from './release.ts';
import { isUnfinished } from './rollout.ts';

/** Whether a release is kept from a target for now: by its publisher, or by a brake. */
export const isHeldFor = (
  { policy, rollout }: Pick<ReleaseWithArtifacts, 'policy' | 'rollout'>,
  target: string,
): boolean =>
  policy.heldTargets?.includes(target) === true ||
  (isUnfinished(rollout) && rollout.brakedTargets.includes(target));
