import type { CountedChecks } from '../../src/http/checks/check-counts.ts';

/** Counts no checks. */
export const uncounted: CountedChecks = {
  open: () => ({ cell: undefined, arrivals: undefined }),
  tallyOf: () => undefined,
  count: () => undefined,
};
