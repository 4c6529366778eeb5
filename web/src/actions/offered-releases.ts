import type { ListedRollout, Offer } from '@slipway/api';
import { formatQuantity } from '../ui/format.ts';
import { isOpenRollout } from './open-rollouts.ts';

/* The releases that one may want to withdraw: what is offered at present, and what is rolling out or was stopped. Pure. */

export interface OfferedRelease {
  id: string;
  version: string;
  channel: string;
  /** To whom it is offered. */
  reach: string;
}

type OpenRolloutInput = Parameters<typeof isOpenRollout>[0] &
  Pick<ListedRollout, 'releaseId' | 'version' | 'channel' | 'percent'>;

/** Each release once: first what is rolling out, which is what one withdraws at night, then the last published. */
export const listOfferedReleases = (
  offers: readonly Offer[],
  rollouts: readonly OpenRolloutInput[],
): OfferedRelease[] => {
  const rolling = rollouts.filter(isOpenRollout).map(({ releaseId, version, channel, state, percent }) => ({
    ...{ id: releaseId, version, channel },
    reach: `${state === 'paused' ? 'paused at ' : ''}${percent}%`,
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
          reach: formatQuantity(new Set([first, ...rest].map(({ target }) => target)).size, 'target'),
        },
  );
  return [...rolling, ...others];
};
