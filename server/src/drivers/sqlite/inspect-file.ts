import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { bounds } from '../../domain/model/bounds.ts';
import { sqliteUnavailable, translateSqliteError } from './errors.ts';

/* Inspects a database file without opening a store: creates nothing, migrates nothing, and does not wait for locks. */

const [busy, cannotOpen] = [5, 14];

/** Runs a read on an existing file; translates SQLite's errors. */
export const inspectSqlite = <T>(file: string, look: (db: DatabaseSync) => T): T => {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: bounds.databaseBusySeconds * 1000 });
    return look(db);
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    if (errcode === undefined) throw error;
    // Even a reader creates files next to a database in WAL mode.
    if ((errcode & 0xff) === cannotOpen)
      throw sqliteUnavailable(
        `The database file ${file} cannot be opened: its folder must be writable, on a disk that is not read-only.`,
      );
    throw translateSqliteError({ message, errcode });
  } finally {
    db?.close();
  }
};

const sizeOf = (file: string): number => {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw sqliteUnavailable(`The database file ${file} cannot be opened.`, error);
  }
};

export const isMigratedSqlite = (file: string): boolean =>
  sizeOf(file) > 0 &&
  inspectSqlite(
    file,
    (db) => db.prepare("select 1 from sqlite_master where name = 'migrations'").get() !== undefined,
  );

/** Whether another process has the file open: each connection of a server holds a lock while it is open. */
export const isSqliteInUse = (file: string): boolean => {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number };
    // The low byte is the primary result code.
    if ((errcode & 0xff) === busy) return true;
    throw translateSqliteError({ message, errcode });
  } finally {
    db.close();
  }
};
