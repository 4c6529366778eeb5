import type { CheckCounts } from '../domain/fleet/check-counts.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Job } from './job.ts';

/** Aggregates today's checks, even while an earlier aggregate is still being written. */
export const aggregateChecks = (checkCounts: Pick<CheckCounts, 'aggregate'>): Job => ({
  name: 'add-up-checks',
  everySeconds: 10,
  run: () => checkCounts.aggregate(bounds.settledRows),
});
