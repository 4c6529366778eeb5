import { lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/*
 * A file in /tmp or above a cloned repository could decide which server gets the keys and which code runs. So the
 * search ends at the repository's root and ignores other users' files.
 */

const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** Lists a folder and its ancestors up to the repository root, or the file system root without one. */
export const ancestorFolders = async (from: string): Promise<string[]> => {
  const folders: string[] = [];
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder || (await isThere(join(folder, '.git')))) return folders;
  }
};

/** Undefined on Windows, which has no user IDs. */
const ownUid = (): number | undefined => process.getuid?.();

/** Follows links. Root does not count as another user, since it can do anything anyway. */
export const isOwnedByAnother = async (
  path: string,
  uid: number | undefined = ownUid(),
): Promise<boolean> => {
  if (uid === undefined) return false;
  const owners = await Promise.all([lstat(path), stat(path)]);
  return owners.some((owner) => owner.uid !== uid && owner.uid !== 0);
};
