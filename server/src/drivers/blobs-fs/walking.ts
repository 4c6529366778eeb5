import type { Dirent } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmptyFolder, removeRecursively } from './durable.ts';
import { ignoreMissing } from './faults.ts';
import { isStorageKey } from './paths.ts';

/*
 * Here a file's age is that of its ctime, which a move renews: bytes that were uploaded days ago and moved by a publish
 * that is still under way must not look old to those who collect what nobody owns.
 */
const changedAt = (stats: { ctime: Date }): string => stats.ctime.toISOString();

/** The entries of a folder; none when it is gone. */
const entriesOf = async function* (path: string): AsyncGenerator<Dirent> {
  const folder = await ignoreMissing(opendir(path));
  if (folder !== undefined) yield* folder;
};

/** Every key under a prefix; keys have two folders and a name, and whatever else lies there is not ours. */
export const listFileKeys = async function* (root: string, prefix: string) {
  for (const top of ['staged', 'kept']) {
    if (!`${top}/`.startsWith(prefix) && !prefix.startsWith(`${top}/`)) continue;
    for await (const owner of entriesOf(join(root, top))) {
      const folder = `${top}/${owner.name}/`;
      if (!owner.isDirectory() || (!folder.startsWith(prefix) && !prefix.startsWith(folder))) continue;
      for await (const file of entriesOf(join(root, folder))) {
        const key = `${folder}${file.name}`;
        const stats =
          key.startsWith(prefix) && isStorageKey(key)
            ? await ignoreMissing(stat(join(root, key)))
            : undefined;
        if (stats !== undefined) yield { key, writtenAt: changedAt(stats) };
      }
    }
  }
};

/** A publish leaves the folder that it took the upload from, and a crash one that it was to be moved to. */
const dropEmptyFolders = async (root: string): Promise<void> => {
  for (const top of ['staged', 'kept'])
    for await (const owner of entriesOf(join(root, top)))
      await removeEmptyFolder(join(root, top, owner.name));
};

/** Removes temporary files and folders of parts that have not changed since, and folders with nothing in them. */
export const sweepTemporaryFiles = async (root: string, before: string): Promise<number> => {
  let swept = 0;
  await dropEmptyFolders(root);
  for (const top of ['tmp', 'parts']) {
    for (const name of await readdir(join(root, top))) {
      const path = join(root, top, name);
      const stats = await ignoreMissing(stat(path));
      if (stats === undefined || changedAt(stats) >= before) continue;
      await removeRecursively(path);
      swept += 1;
    }
  }
  return swept;
};
