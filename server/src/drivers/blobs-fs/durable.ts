import { mkdir, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf, ignoreMissing } from './faults.ts';

/** Makes the names in a folder survive a power cut. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Syncs the folder of a file and the one above, which may just have got the folder. */
export const syncParentFolders = async (path: string): Promise<void> => {
  const folder = dirname(path);
  await Promise.all([syncFolder(folder), syncFolder(dirname(folder))]);
};

const makeFolder = async (path: string): Promise<void> => {
  try {
    // Not recursive: where the root itself is gone (a disk that is not mounted) nothing may be made in its place.
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
};

/** Moves a synced file to its name, making its folder: durable when it resolves. False when there is no such file. */
export const moveIntoPlace = async (from: string, to: string): Promise<boolean> => {
  for (;;) {
    await makeFolder(dirname(to));
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error;
      // Either the file is gone, or someone removed the empty folder between the two calls.
      if ((await ignoreMissing(stat(from))) === undefined) return false;
    }
  }
  // A remove that comes right after may take the folder away: then there is no name left to keep.
  await ignoreMissing(syncParentFolders(to));
  return true;
};

/** Removes a folder when it is empty; tells whether it was. Who is about to put something there makes it again. */
export const removeEmptyFolder = async (path: string): Promise<boolean> => {
  try {
    await rmdir(path);
    return true;
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error) ?? '')) throw error;
    return false;
  }
};

/** Removes a file, and its folder when that is empty. */
export const removeFile = async (path: string): Promise<void> => {
  await ignoreMissing(unlink(path));
  await removeEmptyFolder(dirname(path));
};

/** Removes whatever is there, in part or whole. */
export const removeRecursively = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
