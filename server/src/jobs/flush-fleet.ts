import type { CheckCounts } from '../domain/fleet/check-counts.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Job } from './job.ts';

/**
 * A crash loses at most ten seconds of check counts, and no decision depends on them. With tens of thousands of busy
 * apps each run writes a part of them, since writing all would cost as much as serving the checks.
 */
export const flushFleet = (checkCounts: Pick<CheckCounts, 'flush'>): Job => ({
  name: 'flush-fleet',
  everySeconds: 10,
  run: () => checkCounts.flush(bounds.settledRows),
});
