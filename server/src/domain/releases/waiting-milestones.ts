import type { Warning } from '../model/release.ts';
import type { Reviewable } from '../model/review.ts';
import { isNewer, parseVersion } from '../model/version.ts';
import type { ListedRollout } from '../ports/rollouts.ts';

/*
 * A newer release is never held up by a rollout, but by a milestone: clients that are older have to go through it, and
 * publishing pauses what is still rolling. Whoever publishes over one should know that nobody gets either then.
 */

const remedy = 'Resume or complete its rollout, or withdraw it.';

const detailOf = ({ rollout, version }: ListedRollout): string =>
  rollout.state === 'paused'
    ? `${version} is a milestone whose rollout is paused: older clients get neither it nor this release until it goes on. ${remedy}`
    : `${version} is a milestone that is still rolling out: publishing this release pauses it, and older clients then get neither. Complete its rollout first, or resume it afterwards.`;

/** The milestones of a channel that clients older than a release wait for; `isOut` says whether it was published. */
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
