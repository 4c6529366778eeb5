import type { Counting } from '../domain/counting.ts';
import type { Job } from './job.ts';

/** Writes what was counted of checks: a crash loses ten seconds of them, which no decision hangs on. */
export const flushFleet = (counting: Pick<Counting, 'flush'>): Job => ({
  name: 'flush-fleet',
  everySeconds: 10,
  run: counting.flush,
});
