import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the calling thread's priority below the main thread, which answers checks: queries and hashes must not take
 * its core. With 20 releases published per second on two cores, this cut the p99 of checks from 2.2 to 1.6 times that
 * without publishing. Only Linux has priorities per thread; elsewhere this does nothing.
 */
export const lowerThreadPriority = (): void => {
  try {
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/');
    // The IDs differ if /proc belongs to another PID namespace.
    if (pid === String(process.pid)) setPriority(Number(thread), Math.min(getPriority(process.pid) + 10, 19));
  } catch {}
};
