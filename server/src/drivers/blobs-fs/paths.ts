import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

const segment = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}';
const keyShape = new RegExp(`^(?:staged|kept)/${segment}/${segment}$`);
const uploadIdShape = /^[0-9a-f]{32}$/;

export const storageFolders = ['staged', 'kept', 'parts', 'tmp'] as const;

export const isStorageKey = (text: string): boolean => keyShape.test(text);

/** Whether uploads may write there. What is served never is: no signature, however good, makes it a place to upload to. */
export const isStagedKey = (text: string): boolean => isStorageKey(text) && text.startsWith('staged/');

/**
 * The file of a key under the root. Throws at anything that is not exactly `staged/x/y` or `kept/x/y`: absolute
 * paths, dot segments, empty segments, backslashes and NUL cannot be written in this alphabet, so none can escape.
 */
export const pathOfKey = (root: string, key: string): string => {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return join(root, key);
};

export const isUploadId = (text: string): boolean => uploadIdShape.test(text);

/** The folder of an upload in parts. It is bound to the staged key: with other bytes the same id finds nothing. */
export const partsFolder = (root: string, stagedKey: string, uploadId: string): string => {
  if (!isUploadId(uploadId)) throw new Error('not an upload id');
  return join(
    root,
    'parts',
    `${uploadId}-${createHash('sha256').update(stagedKey).digest('hex').slice(0, 32)}`,
  );
};

/** Throws when the folder of kept files itself is not there, as on a disk that is not mounted: then nothing is damaged. */
export const requireMounted = (root: string): Promise<void> => access(join(root, 'kept'));
