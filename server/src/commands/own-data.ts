import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config/config.ts';

/*
 * A program that keeps its data in the folder it is started in must not take up what somebody else has laid there: a
 * database that another user may write decides who is admin, and a folder which files are served.
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
    // A link may be another's as well as what it leads to.
    return await Promise.all([lstat(place), stat(place)]);
  } catch {
    // What cannot be looked at cannot be used either, and that says why better than this could.
    return [];
  }
};

const refuse = async (place: string, user: number): Promise<void> => {
  for (const entry of await findStats(place)) {
    if (entry.uid !== user)
      throw new ConfigError(
        `${place} belongs to another user (id ${entry.uid}): start this as that user, or in a folder of your own.`,
      );
    if (!entry.isSymbolicLink() && (entry.mode & othersMayWrite) !== 0)
      throw new ConfigError(
        `${place} may be written by other users: make sure that what it holds is yours, then take the right away with \`chmod go-w ${place}\`.`,
      );
  }
};

/** Throws ConfigError where a data folder or database is not this user's, or may be written by another. */
export const refuseForeignData = async (
  config: Pick<Config, 'database' | 'storage'> = readConfig(),
  user: number | undefined = process.getuid?.(),
): Promise<void> => {
  if (user === undefined) return;
  for (const place of placesOf(config)) await refuse(place, user);
};
