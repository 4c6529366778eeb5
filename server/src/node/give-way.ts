import { readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/*
 * Checks are answered by the main thread, which nothing else must push off its core: no query, no hash, no wait for the
 * disk. While 20 releases a second were published on two cores, the p99 of checks was 2.2 times that without; since the
 * threads of queries and hashes stand back it was 1.6 times, and less where those of the file system do, too. Linux alone
 * gives threads priorities of their own; where it cannot be done, all are equal.
 */

const behindMain = 10;

/** Lets the thread that calls it stand back behind the main one. */
export const giveWayToMainThread = (): void => {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), behindMain);
  } catch {}
};

const isOfPool = async (task: string): Promise<boolean> =>
  (await readFile(`/proc/self/task/${task}/comm`, 'utf8')).startsWith('libuv-worker');

/** Lets the threads that do the work of node:fs stand back, too. Reading their list is what starts them. */
export const letPoolGiveWay = async (): Promise<void> => {
  try {
    for (const task of await readdir('/proc/self/task'))
      if (await isOfPool(task)) setPriority(Number(task), behindMain);
  } catch {}
};
