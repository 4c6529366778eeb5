import type { ListedRollout } from '@slipway/api';

/** Whether a rollout is of a release that is out, and that nothing newer took the place of. */
export const isOpen = ({
  state,
  releaseState,
  stopped,
}: Pick<ListedRollout, 'state' | 'releaseState' | 'stopped'>): boolean =>
  releaseState === 'published' &&
  (state === 'rolling' || (state === 'paused' && stopped?.by !== 'superseded'));
