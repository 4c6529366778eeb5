import { mkdir, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf, ignoreMissing } from './errors.ts';

/** Makes directory entries survive a power failure. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Syncs the file's folder and its parent, which may have just gained that folder. */
export const syncParentFolders = async (path: string): Promise<void> => {
  const folder = dirname(path);
  await Promise.all([syncFolder(folder), syncFolder(dirname(folder))]);
};

const makeFolder = async (path: string): Promise<void> => {
  try {
    // Not recursive: if the root is missing (an unmounted disk), nothing may be created in its place.
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
};

/** Moves a synced file to its key and creates its folder; durable when it resolves. False when the file is missing. */
export const moveIntoPlace = async (from: string, to: string): Promise<boolean> => {
  for (;;) {
    await makeFolder(dirname(to));
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error;
      // Either the file is gone, or another process removed the empty folder between the two calls.
      if ((await ignoreMissing(stat(from))) === undefined) return false;
    }
  }
  // A concurrent remove may delete the folder; then there is no entry left to sync.
  await ignoreMissing(syncParentFolders(to));
  return true;
};

/** Removes a folder if it is empty and returns whether it was. Writers create it again. */
export const removeEmptyFolder = async (path: string): Promise<boolean> => {
  try {
    await rmdir(path);
    return true;
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error) ?? '')) throw error;
    return false;
  }
};

/** Removes a file, and its folder if that is empty. */
export const removeFile = async (path: string): Promise<void> => {
  await ignoreMissing(unlink(path));
  await removeEmptyFolder(dirname(path));
};

export const removeRecursively = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
