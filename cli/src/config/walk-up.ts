import { lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/*
 * Tools that look above the working folder find what others put there: a file in /tmp, or in the folder that a cloned
 * repository was unpacked into, would decide where keys are sent and what is run. So the walk ends at the repository's
 * root, and files of other users do not count.
 */

const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** A folder and those above it, up to the root of its repository, or of the disk where there is none. */
export const ancestorFolders = async (from: string): Promise<string[]> => {
  const folders: string[] = [];
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder || (await isThere(join(folder, '.git')))) return folders;
  }
};

/** The user that this process runs as; undefined on Windows, which has no such number. */
const ownUid = (): number | undefined => process.getuid?.();

/** Whether a path, or what a link there leads to, belongs to another user; root, who may do anything, is none. */
export const isOwnedByAnother = async (
  path: string,
  uid: number | undefined = ownUid(),
): Promise<boolean> => {
  if (uid === undefined) return false;
  const owners = await Promise.all([lstat(path), stat(path)]);
  return owners.some((owner) => owner.uid !== uid && owner.uid !== 0);
};
