import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/* Resource usage of a process from the kernel. Linux only. */

/** Kernel ticks a second, as /proc shows time to user space on every architecture that Node runs on. */
const ticksPerSecond = 100;

const descendantsOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  return pids.flatMap((child) => [child, ...descendantsOf(child)]);
};

const ticksOf = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain anything, so fields are counted after it: utime and stime are 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

/** User and system time of a process, all its threads and all its children, in seconds. */
export const cpuSeconds = (pid: number): number =>
  [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + ticksOf(one), 0) / ticksPerSecond;

/** Memory of a process that is in RAM, in bytes. */
export const residentBytes = (pid: number): number => {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
};

/**
 * Drops a new file from the page cache. The cache holds a file that was just written in larger pieces than one that was
 * read, and maps all of a piece: 15 MB more for a program of 130 MB.
 */
export const dropCachedFile = (path: string): void => {
  execFileSync('sync', [path]);
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
};
