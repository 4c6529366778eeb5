import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { moveIntoPlace, removeRecursively } from './durable-files.ts';
import { ignoreMissing } from './errors.ts';
import { pathOfKey, requireMounted } from './paths.ts';

/*
 * Copies instead of linking: a hard link changes the times that both files' seals contain, now and when either is
 * removed, and every process would then rehash both. The file system shares blocks if it can.
 */

const syncCopy = async (path: string): Promise<number> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
};

/** Copies a stored file to another content's staged key; false when it is missing or has a different size. */
export const copyStoredFile = async (root: string, from: BlobContent, to: BlobContent): Promise<boolean> => {
  const [stored, staged] = [pathOfKey(root, from.storedKey), pathOfKey(root, to.stagedKey)];
  const path = join(root, 'tmp', randomUUID());
  try {
    const isThere = async (): Promise<boolean> => {
      await copyFile(stored, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      return true;
    };
    if ((await ignoreMissing(isThere())) === undefined) {
      await requireMounted(root);
      return false;
    }
    return (await syncCopy(path)) === to.sizeBytes && (await moveIntoPlace(path, staged));
  } finally {
    await removeRecursively(path);
  }
};
