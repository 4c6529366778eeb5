import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * A file next to the database that only occupies space. When the disk is full it is removed, so that changes, above all
 * a withdraw or a prune, can still be written. It is created again when there is space.
 */

const MiB = 1024 * 1024;
const ballastBytes = 2 * MiB;
/** Below this a change may fail: its pages go to the write-ahead log first. */
const lowBytes = MiB;
const enoughBytes = 6 * MiB;

export interface Ballast {
  /** Call it before the database is opened and before each change. True while the disk is nearly full. */
  adjust(): boolean;
}

const make = (path: string): void => {
  try {
    // Random, because a compressing file system would store zeros in no space.
    writeFileSync(path, randomBytes(ballastBytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process was faster, or the disk is full again.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
  }
};

/** Only a serving process creates the ballast: copies of the database need none. */
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
