import type { ListedRollout } from '@slipway/api';

/** Whether a published release is rolling out, or paused and not superseded. */
export const isOpenRollout = ({
  state,
  releaseState,
  superseded,
}: Pick<ListedRollout, 'state' | 'releaseState' | 'superseded'>): boolean =>
  releaseState === 'published' && (state === 'rolling' || (state === 'paused' && !superseded));
