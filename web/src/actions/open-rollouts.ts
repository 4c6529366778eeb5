import type { ListedRollout } from '@slipway/api';

/** Whether a rollout is of a release that is out, and that nothing newer took the place of. */
export const isOpenRollout = ({
  state,
  releaseState,
  superseded,
}: Pick<ListedRollout, 'state' | 'releaseState' | 'superseded'>): boolean =>
  releaseState === 'published' && (state === 'rolling' || (state === 'paused' && !superseded));
