import type { Dirent } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmptyFolder, removeRecursively } from './durable-files.ts';
import { ignoreMissing } from './errors.ts';
import { isStorageKey } from './paths.ts';

/*
 * A file's age is based on its ctime, which a move renews: old uploads that a running publish has just moved must not
 * be garbage collected.
 */
const changedAt = (stats: { ctime: Date }): string => stats.ctime.toISOString();

/** The entries of a folder; none when it is missing. */
const entriesOf = async function* (path: string): AsyncGenerator<Dirent> {
  const folder = await ignoreMissing(opendir(path));
  if (folder !== undefined) yield* folder;
};

/** Every key under a prefix. Keys have two folders and a name; other files are ignored. */
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

/** A publish leaves the staged folder behind, and a crash leaves the target folder. */
const dropEmptyFolders = async (root: string): Promise<void> => {
  for (const top of ['staged', 'kept'])
    for await (const owner of entriesOf(join(root, top)))
      await removeEmptyFolder(join(root, top, owner.name));
};

/** Removes temporary files and part folders unchanged since a time, and empty folders. */
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
