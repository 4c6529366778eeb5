import type { ListedRollout } from '@slipway/api';
import type { Context } from '../../context.ts';
import { listRollingRollouts } from '../../publish/plan/channel-rollouts.ts';
import type { ReleaseStatus } from './import-status.ts';

/* An imported release is published to everyone, like `publish` without `--rollout`, and pauses active rollouts. */

/** An active rollout and the release that replaces it. */
export interface PausedRollout {
  rollout: ListedRollout;
  supersededBy: string;
}

const isPublished = ({ status }: ReleaseStatus): boolean => status.is === 'new' || status.is === 'draft';

/** `stood` is in import order. */
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
    return last === undefined ? [] : [{ rollout, supersededBy: last.version }];
  });
};

/** Says what is paused, who gets which release, and how to avoid it. */
export const pausedRolloutText = ({
  rollout: { version, percent, channel },
  supersededBy,
}: PausedRollout): string =>
  `${version} is still rolling out on ${channel} (${percent}%). Importing pauses it, and ${supersededBy} goes to everyone. To let it finish, import later, or into another channel with --channel.`;
