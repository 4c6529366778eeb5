import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import type { SaveAdminKey } from '../domain/auth/authenticate.ts';

/*
 * The admin key of a first start is printed on a terminal; without a terminal it is written to an owner-only file.
 * Either happens before the key becomes valid, so no server ever has a key that nobody saw.
 */

/** Next to the database file; with PostgreSQL, in the working directory. */
export const adminKeyFolder = ({ database }: Pick<Config, 'database'>): string =>
  resolve(database.kind === 'sqlite' ? dirname(database.file) : '.');

const writeSynced = async (file: FileHandle, text: string): Promise<void> => {
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Never overwrites an existing file: it may hold the only copy of another server's key. */
const openNew = async (folder: string): Promise<{ path: string; file: FileHandle }> => {
  for (let name = 'admin-key'; ; name = `admin-key-${randomBytes(4).toString('hex')}`) {
    const path = join(folder, name);
    try {
      return { path, file: await open(path, 'wx', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

const writeKey = async (folder: string, key: string): Promise<string> => {
  let path: string | undefined;
  try {
    const made = await openNew(folder);
    path = made.path;
    await writeSynced(made.file, `${key}\n`);
    await syncFolder(folder);
    return path;
  } catch (error) {
    if (path !== undefined) await unlink(path).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `Can’t write the new admin key to ${folder} (${code}). Start in a folder this user can write to, or set SLIPWAY_ADMIN_KEY.`,
    );
  }
};

export interface AdminKeyWriter {
  save: SaveAdminKey;
  /** The file with the key, if one was written. */
  file(): string | undefined;
}

/** Prints a new admin key with `show` if there is a terminal, otherwise writes it to a file. */
export const createAdminKeyWriter = (
  folder: string,
  show: ((line: string) => void) | undefined,
): AdminKeyWriter => {
  let path: string | undefined;
  return {
    file: () => path,
    save: async (key) => {
      if (show !== undefined) {
        show(`Admin key (shown once):\n\n  ${key}\n`);
        return {
          discard: async () => show('Another node created the admin key first. Use the key it printed.'),
        };
      }
      const written = await writeKey(folder, key);
      path = written;
      return { discard: () => unlink(written) };
    },
  };
};
