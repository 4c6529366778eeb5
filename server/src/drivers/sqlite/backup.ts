import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { StoredObject } from '../../domain/model/artifact.ts';
import { translateSqliteError } from './errors.ts';
import { inspectSqlite } from './inspect-file.ts';

/*
 * Copies a database file while others write to it. SQLite's incremental backup restarts whenever another process
 * commits and may never end; VACUUM INTO reads one snapshot and blocks no writer.
 */

const translateError = (error: unknown): unknown => {
  const { message, errcode } = error as Error & { errcode?: number };
  return errcode === undefined ? error : translateSqliteError({ message, errcode });
};

/** Copies a snapshot of a database into a new file with owner-only permissions. */
export const snapshotSqlite = async (file: string, to: string): Promise<void> => {
  // Creates the file first, so that its permissions are set before it has content.
  const made = await open(to, 'wx', 0o600);
  await made.chmod(0o600);
  await made.close();
  inspectSqlite(file, (db) => db.prepare('vacuum into ?').run(to));
};

/**
 * Prepares a closed copy for storage: removes the named settings (`*` is a wildcard) and the write-ahead log, and syncs
 * it.
 */
export const finalizeSqliteCopy = async (file: string, without: readonly string[]): Promise<void> => {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma secure_delete = on');
    for (const name of without) db.prepare('delete from settings where name glob ?').run(name);
    db.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  } catch (error) {
    throw translateError(error);
  } finally {
    db.close();
  }
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Whether a finalized copy has not been opened since: opening turns its write-ahead log on. */
export const isFinalizedSqliteCopy = async (file: string): Promise<boolean> => {
  const handle = await open(file, 'r');
  try {
    // https://www.sqlite.org/fileformat.html: bytes 18 and 19 are 1 with a rollback journal, 2 with a log.
    const { buffer } = await handle.read(Buffer.alloc(20), 0, 20, 0);
    return buffer[18] === 1 && buffer[19] === 1;
  } finally {
    await handle.close();
  }
};

/** Identifies an installation across all copies of its database: the time it was created. */
export const readDatabaseOrigin = (file: string): string =>
  inspectSqlite(file, (db) =>
    String(db.prepare('select min(timestamp) as made from migrations').get()?.made),
  );

/** The stored objects by artifact ID. */
export const readStoredObjects = (file: string): Map<string, StoredObject> =>
  inspectSqlite(file, (db) => {
    const rows = db
      .prepare('select id, kept_store, kept_seal from artifacts where kept_store is not null')
      .all();
    return new Map(
      rows.map(({ id, kept_store, kept_seal }) => [
        String(id),
        { store: String(kept_store), seal: String(kept_seal) },
      ]),
    );
  });

/** Whether an artifact is neither pruned nor deleted. */
export const isArtifactActive = (file: string, artifactId: string): boolean =>
  inspectSqlite(
    file,
    (db) => db.prepare('select state from artifacts where id = ?').get(artifactId)?.state === 'active',
  );
