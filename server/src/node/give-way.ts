import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lets the thread that calls it stand back behind the main one. Checks are answered by the main thread, which neither a
 * query nor a hash must push off its core: while 20 releases a second were published on two cores, the p99 of checks was
 * 2.2 times that without, and is 1.6 times since. Linux alone gives threads priorities of their own; where it cannot be
 * done, all are equal.
 */
export const lowerThreadPriority = (): void => {
  try {
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/');
    // Others where /proc is that of another namespace: their numbers are not ours.
    if (pid === String(process.pid)) setPriority(Number(thread), Math.min(getPriority(process.pid) + 10, 19));
  } catch {}
};
