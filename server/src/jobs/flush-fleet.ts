import type { CheckCounts } from '../domain/fleet/check-counts.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Job } from './job.ts';

/**
 * Writes what was counted of checks: a crash loses ten seconds of them, which no decision hangs on. With tens of thousands of
 * apps asked all the time they take turns, since writing them all would cost as much as answering them; it then loses those
 * that wait.
 */
export const flushFleet = (counting: Pick<CheckCounts, 'flush'>): Job => ({
  name: 'flush-fleet',
  everySeconds: 10,
  run: () => counting.flush(bounds.settledRows),
});
