import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { moveIntoPlace, removeRecursively } from './durable.ts';
import { ignoreMissing } from './faults.ts';
import { pathOfKey, requireMounted } from './paths.ts';

/*
 * A copy and no second name: a link would change the times that the seals of both are made of, now and when either is
 * removed, and every process would read both through before it serves them. Where the file system can share blocks, it does.
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

/** Copies a kept file to another content's staged name; false where it is gone or has another size. */
export const copyStoredFile = async (root: string, from: BlobContent, to: BlobContent): Promise<boolean> => {
  const [kept, staged] = [pathOfKey(root, from.keptKey), pathOfKey(root, to.stagedKey)];
  const path = join(root, 'tmp', randomUUID());
  try {
    const isThere = async (): Promise<boolean> => {
      await copyFile(kept, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
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
