import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * A file beside the database that only takes up space. When others have filled the disk to its last byte it is removed, so
 * that changes, a withdraw or a prune above all, can still be written. It is made again when there is room.
 */

const MiB = 1024 * 1024;
const ballastBytes = 2 * MiB;
/** Below this a change may fail: its pages go to the write-ahead log first. */
const lowBytes = MiB;
const enoughBytes = 6 * MiB;

export interface Ballast {
  /** To be called before the database is opened, and before each change. True while the disk is nearly full. */
  adjust(): boolean;
}

const make = (path: string): void => {
  try {
    // Random: a file system that compresses would keep zeros for nothing.
    writeFileSync(path, randomBytes(ballastBytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process was faster, or the disk has filled meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
  }
};

/** Gives up the ballast of a database. Only a process that serves makes one: copies of the database need none. */
export const createBallast = (file: string, makesIt: boolean): Ballast => {
  const path = `${file}-ballast`;
  const folder = dirname(file);
  let isMade = existsSync(path);
  return {
    adjust: () => {
      const { bavail, bsize } = statfsSync(folder);
      const freeBytes = bavail * bsize;
      if (freeBytes >= lowBytes) {
        if (makesIt && !isMade && freeBytes >= enoughBytes) {
          make(path);
          isMade = true;
        }
        return false;
      }
      if (isMade) rmSync(path, { force: true });
      isMade = false;
      return true;
    },
  };
};
