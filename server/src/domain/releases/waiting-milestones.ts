import { isNewer, parseVersion } from '@slipway/core/version.ts';
import type { Warning } from '../model/release.ts';
import type { Reviewable } from '../model/review.ts';
import type { ListedRollout } from '../ports/rollouts.ts';

/*
 * A rollout never blocks a newer release, but a milestone does: older clients must install it first, and publishing
 * pauses its rollout. These warnings say that clients then get neither.
 */

const remedy = 'Resume or complete its rollout, or withdraw it.';

const detailOf = ({ rollout, version }: ListedRollout): string =>
  rollout.state === 'paused'
    ? `${version} is a milestone whose rollout is paused: older clients get neither release until you resume it. ${remedy}`
    : `${version} is a milestone that is still rolling out. Publishing this release pauses it, and older clients then get neither. Complete its rollout first, or resume it afterwards.`;

/** `isOut` says whether the release is already published. */
export const waitingMilestoneWarnings = (
  { version }: Reviewable,
  unfinished: readonly ListedRollout[],
  isOut: boolean,
): Warning[] =>
  unfinished
    .filter(({ isMilestone }) => isMilestone)
    .filter(({ rollout }) => rollout.state === 'paused' || (rollout.state === 'rolling' && !isOut))
    .filter((one) => isNewer(parseVersion(version), one.version))
    .map((one) => ({ code: 'milestone-waiting', detail: detailOf(one) }));
