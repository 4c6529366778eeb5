import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

const segment = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}';
const keyShape = new RegExp(`^(?:staged|kept)/${segment}/${segment}$`);
const uploadIdShape = /^[0-9a-f]{32}$/;

export const storageFolders = ['staged', 'kept', 'parts', 'tmp'] as const;

export const isStorageKey = (text: string): boolean => keyShape.test(text);

/** Whether uploads may write there. Served files are never writable, even with a valid signature. */
export const isStagedKey = (text: string): boolean => isStorageKey(text) && text.startsWith('staged/');

/**
 * The file of a key under the root. Accepts exactly `staged/x/y` and `kept/x/y`: the alphabet has no absolute paths,
 * dot segments, empty segments, backslashes or NUL, so no key can escape the root.
 */
export const pathOfKey = (root: string, key: string): string => {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return join(root, key);
};

export const isUploadId = (text: string): boolean => uploadIdShape.test(text);

/** The folder of a multipart upload. It includes the staged key, so the same ID with other content finds nothing. */
export const partsFolder = (root: string, stagedKey: string, uploadId: string): string => {
  if (!isUploadId(uploadId)) throw new Error('not an upload id');
  return join(
    root,
    'parts',
    `${uploadId}-${createHash('sha256').update(stagedKey).digest('hex').slice(0, 32)}`,
  );
};

/** Throws when the folder of stored files is missing, as on an unmounted disk: then no artifact counts as damaged. */
export const requireMounted = (root: string): Promise<void> => access(join(root, 'kept'));
