import type { ReleaseWithArtifacts } from './release.ts';
import { isUnfinished } from './rollout.ts';

/** Whether a release is kept from a target for now: by its publisher, or by a brake. */
export const isHeldFor = (
  { policy, rollout }: Pick<ReleaseWithArtifacts, 'policy' | 'rollout'>,
  target: string,
): boolean =>
  policy.heldTargets?.includes(target) === true ||
  (isUnfinished(rollout) && rollout.brakedTargets.includes(target));

/** Why, for the person who asks; a publisher's own hold comes first, since no resume ends it. */
export const heldReason = ({ policy }: Pick<ReleaseWithArtifacts, 'policy'>, target: string): string =>
  policy.heldTargets?.includes(target) === true
    ? `It is held back for ${target} for now.`
    : `A brake stopped it for ${target}, until someone resumes or completes its rollout.`;
