import type { CheckRecorder } from '../../src/http/checks/check-counts.ts';

/** A recorder that counts nothing. */
export const uncounted: CheckRecorder = {
  open: () => ({ cell: undefined, arrivals: undefined }),
  tallyOf: () => undefined,
  count: () => undefined,
};
