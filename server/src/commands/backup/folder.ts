import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../config/config.ts';
import { isFinalizedSqliteCopy } from '../../drivers/sqlite/backup.ts';

/*
 * A backup folder has `slipway.db`, `blobs/`, and a note that identifies the server. The note is written first, so that
 * a later run recognizes an interrupted backup; the database is replaced last and atomically, so that it only names
 * artifacts that exist.
 */

const noteName = 'slipway-backup.json';
const workName = /^\.new-.*\.(json|db(-wal|-shm|-journal)?)$/;
const dayMs = 24 * 3600 * 1000;

export interface BackupFolder {
  path: string;
  /** The database of the last complete backup; it may not exist yet. */
  database: string;
  blobs: string;
  /** The temporary file of the next database. */
  stagedDatabase: string;
  /** Replaces the last database by the finished one. */
  finish(): Promise<void>;
  /** Removes the unfinished database; copied artifacts stay for the next run. */
  abandon(): Promise<void>;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeNote = async (path: string, origin: string): Promise<void> => {
  // Atomic: the next run would not recognize a folder with half a note.
  const stagedNote = join(path, `.new-${randomUUID()}.json`);
  const note = await open(stagedNote, 'wx', 0o600);
  try {
    await note.writeFile(`${JSON.stringify({ backupOf: origin })}\n`);
    await note.sync();
  } finally {
    await note.close();
  }
  await rename(stagedNote, join(path, noteName));
  await syncFolder(path);
};

const readNote = async (path: string): Promise<unknown> => {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as { backupOf?: unknown }).backupOf;
  } catch {
    return undefined;
  }
};

/** Throws ConfigError unless the folder is empty or a backup of this server. */
const claim = async (path: string, origin: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  // Every newly formatted disk has `lost+found`.
  const names = (await readdir(path)).filter((name) => name !== 'lost+found' && !workName.test(name));
  if (names.length === 0) return writeNote(path, origin);
  if (!names.includes(noteName))
    throw new ConfigError(`${path} is not empty and has no backup. Pass a new or empty folder.`);
  if ((await readNote(join(path, noteName))) !== origin)
    throw new ConfigError(`${path} has the backup of another server. Pass another folder.`);
};

/** If a server was started on the backup, replacing its database would lose its changes. */
const requireUnused = async (path: string, database: string): Promise<void> => {
  if (!(await isThere(database))) return;
  if ((await isFinalizedSqliteCopy(database)) && !(await isThere(`${database}-wal`))) return;
  throw new ConfigError(`${path} is in use: a server was started on this backup. Pass another folder.`);
};

const removeOldWork = async (path: string): Promise<void> => {
  for (const name of (await readdir(path)).filter((one) => workName.test(one))) {
    const { mtimeMs } = await stat(join(path, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - dayMs) await rm(join(path, name), { force: true });
  }
};

/** Opens a new or empty folder, or one with a backup of the same origin. */
export const openBackupFolder = async (where: string, origin: string): Promise<BackupFolder> => {
  const path = resolve(where);
  const database = join(path, 'slipway.db');
  const stagedNote = join(path, `.new-${randomUUID()}.db`);
  await claim(path, origin);
  await requireUnused(path, database);
  await removeOldWork(path);
  return {
    path,
    database,
    blobs: join(path, 'blobs'),
    stagedDatabase: stagedNote,
    finish: async () => {
      await requireUnused(path, database);
      await rename(stagedNote, database);
      await syncFolder(path);
    },
    abandon: async () => {
      for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${stagedNote}${end}`, { force: true });
    },
  };
};
