import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config/config.ts';

/*
 * A server that stores data in its working directory must not use files that another user put there: a database
 * writable by others decides who is admin, and a storage folder decides which files are served.
 */

const othersMayWrite = 0o022;

const placesOf = ({ database, storage }: Pick<Config, 'database' | 'storage'>): string[] => {
  const ofDatabase =
    database.kind === 'sqlite'
      ? [dirname(database.file), ...['', '-wal', '-shm'].map((ending) => `${database.file}${ending}`)]
      : [];
  return [...ofDatabase, ...(storage.kind === 'files' ? [storage.root] : [])];
};

const findStats = async (place: string) => {
  try {
    // Both a link and its target may belong to another user.
    return await Promise.all([lstat(place), stat(place)]);
  } catch {
    // A path that cannot be inspected cannot be opened either, and that error explains more.
    return [];
  }
};

const refuse = async (place: string, user: number): Promise<void> => {
  for (const entry of await findStats(place)) {
    if (entry.uid !== user)
      throw new ConfigError(
        `${place} is owned by another user (ID ${entry.uid}). Start this as that user, or in your own folder.`,
      );
    if (!entry.isSymbolicLink() && (entry.mode & othersMayWrite) !== 0)
      throw new ConfigError(
        `Other users can write to ${place}. Check its contents, then run \`chmod go-w ${place}\`.`,
      );
  }
};

/** Throws ConfigError if a data folder or database belongs to another user or is writable by others. */
export const requireOwnData = async (
  config: Pick<Config, 'database' | 'storage'> = readConfig(),
  user: number | undefined = process.getuid?.(),
): Promise<void> => {
  if (user === undefined) return;
  for (const place of placesOf(config)) await refuse(place, user);
};
