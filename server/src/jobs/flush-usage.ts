import type { UsageMeter } from '../domain/usage/usage-meter.ts';
import type { Job } from './job.ts';

/** Twice a second, so that a crash loses less than the last second even when the write takes its time. */
export const flushUsage = (usageMeter: UsageMeter): Job => ({
  name: 'flush-meters',
  everySeconds: 0.5,
  run: usageMeter.flush,
});
