import type { ListedRollout, Offer } from '@slipway/api';
import { formatQuantity } from '../ui/format.ts';
import { isOpenRollout } from './open-rollouts.ts';

/* The releases a user may want to withdraw: offered, rolling out, or stopped. Pure. */

export interface OfferedRelease {
  id: string;
  version: string;
  channel: string;
  /** Which clients are offered it. */
  reachText: string;
}

type OpenRolloutInput = Parameters<typeof isOpenRollout>[0] &
  Pick<ListedRollout, 'releaseId' | 'version' | 'channel' | 'percent'>;

/** Lists each release once: active rollouts first, since they are the most urgent, then the newest. */
export const listOfferedReleases = (
  offers: readonly Offer[],
  rollouts: readonly OpenRolloutInput[],
): OfferedRelease[] => {
  const rolling = rollouts.filter(isOpenRollout).map(({ releaseId, version, channel, state, percent }) => ({
    ...{ id: releaseId, version, channel },
    reachText: state === 'paused' ? `Paused at ${percent}%` : `${percent}% rollout`,
  }));
  const byRelease = Map.groupBy(
    [...offers].sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1)),
    ({ releaseId }) => releaseId,
  );
  const others = [...byRelease].flatMap(([id, [first, ...rest]]) =>
    first === undefined || rolling.some((one) => one.id === id)
      ? []
      : {
          ...{ id, version: first.version, channel: first.releaseChannel ?? first.channel },
          reachText: `Everyone · ${formatQuantity(new Set([first, ...rest].map(({ target }) => target)).size, 'platform')}`,
        },
  );
  return [...rolling, ...others];
};
