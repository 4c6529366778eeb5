import type { CheckRecorder } from '../../src/http/checks/check-counts.ts';

/** Counts no checks. */
export const uncounted: CheckRecorder = {
  open: () => ({ cell: undefined, arrivals: undefined }),
  tallyOf: () => undefined,
  count: () => undefined,
};
