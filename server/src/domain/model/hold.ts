import type { ReleaseWithArtifacts } from './release.ts';
import { isUnfinished } from './rollout.ts';

/** Held by the publisher or by a brake. */
export const isHeldFor = (
  { policy, rollout }: Pick<ReleaseWithArtifacts, 'policy' | 'rollout'>,
  target: string,
): boolean =>
  policy.heldTargets?.includes(target) === true ||
  (isUnfinished(rollout) && rollout.brakedTargets.includes(target));

/** The publisher's hold comes first, since resuming does not end it. */
export const heldReason = ({ policy }: Pick<ReleaseWithArtifacts, 'policy'>, target: string): string =>
  policy.heldTargets?.includes(target) === true
    ? `It is held back for ${target} for now.`
    : `A brake stopped it for ${target}, until someone resumes or completes its rollout.`;
