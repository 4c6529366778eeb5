import type { ListedRollout } from '@slipway/api';
import type { Context } from '../../context.ts';
import { listRollingRollouts } from '../../publish/plan/rollout.ts';
import type { ReleaseStatus } from './import-status.ts';

/* What an import pauses: a release that comes in is published to everyone, as by `publish` without `--rollout`. */

/** A rollout that is under way, and the release that takes its place. */
export interface PausedRollout {
  rollout: ListedRollout;
  by: string;
}

const isPublished = ({ standing }: ReleaseStatus): boolean =>
  standing.is === 'new' || standing.is === 'draft';

/** The rollouts that are paused by it; `stood` is in the order in which releases are brought. */
export const findPausedRollouts = async (
  stood: ReleaseStatus[],
  app: string,
  context: Context,
): Promise<PausedRollout[]> => {
  const coming = stood.filter(isPublished).map(({ release }) => release);
  if (coming.length === 0) return [];
  const rolling = await listRollingRollouts(app, context);
  return rolling.flatMap((rollout) => {
    const last = coming.findLast(({ channel }) => channel === rollout.channel);
    return last === undefined ? [] : [{ rollout, by: last.version }];
  });
};

/** One sentence: what is paused, who gets what, and what to do where that is not meant. */
export const pausedRolloutText = ({ rollout: { version, percent, channel }, by }: PausedRollout): string =>
  `${version} is still rolling out on ${channel} (${percent} %): importing pauses it, and ${by} goes to everyone. To let it come to its end, import later, or into another channel with --channel.`;
