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
    ? `Held for ${target}.`
    : `A brake stopped it for ${target}. Resume or complete the rollout to continue.`;
