import type { CheckRecorder } from '../../src/http/checks/check-counts.ts';

/** A recorder that counts nothing. */
export const uncounted: CheckRecorder = {
  open: () => ({ counter: undefined, checkIns: undefined }),
  offerCounterOf: () => undefined,
  count: () => undefined,
};
