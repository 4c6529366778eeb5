import type { CheckCounts } from '../domain/fleet/check-counts.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Job } from './job.ts';

/** Adds up what was counted of checks for the day of now, however long it takes to write what was added up before. */
export const aggregateChecks = (counting: Pick<CheckCounts, 'addUp'>): Job => ({
  name: 'add-up-checks',
  everySeconds: 10,
  run: () => counting.addUp(bounds.settledRows),
});
