import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { bounds } from '../domain/model/bounds.ts';
import { Refusal } from '../domain/model/errors.ts';
import type { Store } from '../domain/ports/store.ts';
import { type ChangeFeed, openChangeFeed } from './sql/change-counter.ts';
import type { OpenTables } from './sql/copy-tables.ts';
import { migrate, type OnMigrated, type OnNewerSchema } from './sql/migrate.ts';
import type { Tables } from './sql/schema.ts';
import { createSqlStore } from './sql/store.ts';
import { type OnStoreTiming, withTiming } from './sql/timed-store.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite/connection.ts';
import { readerDialect, writerDialect } from './sqlite/dialect.ts';
import { sqliteUnavailable } from './sqlite/errors.ts';
import { createMutex } from './sqlite/mutex.ts';

export interface SqliteOptions {
  /** Created, with its folder, if missing. */
  file: string;
  /** How long a change waits for another process that locks the file; 5 s by default. */
  busyTimeoutMs?: number | undefined;
  /** Creates a file next to the database that is removed when the disk is full. */
  makesBallast?: boolean | undefined;
  onTiming?: OnStoreTiming | undefined;
  onNewer?: OnNewerSchema | undefined;
  onMigrated?: OnMigrated | undefined;
}

const defaultBusyTimeoutMs = bounds.databaseBusySeconds * 1000;
const pollMs = 200;

/** Owner only: the file holds key hashes and the secret that signs upload addresses. */
const makeFile = async (file: string): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    throw sqliteUnavailable(`The database file ${file} cannot be opened.`, error);
  }
};

/** Triggers the feed when another connection, in this process or another, has committed. */
const pollChanges = (reader: SqliteConnection, feed: ChangeFeed) => {
  let version: unknown;
  let polling = false;
  const poll = async () => {
    const { rows } = await reader.run('pragma data_version');
    const { data_version: current } = rows[0] as { data_version: number };
    if (current === version) return;
    await feed.catchUp();
    version = current;
  };
  const timer = setInterval(() => {
    if (polling) return;
    polling = true;
    // Failures are retried, since the version is remembered only after it was processed.
    void poll()
      .catch(() => undefined)
      .finally(() => {
        polling = false;
      });
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
};

const openWriter = async (file: string, busyTimeoutMs: number, makesBallast = false) => {
  await makeFile(file);
  const connection = await openSqliteConnection({ file, role: 'writer', busyTimeoutMs, makesBallast }).catch(
    (error) => {
      throw error instanceof Refusal
        ? sqliteUnavailable(`${error.message.slice(0, -1)}: ${file}.`, error.cause)
        : error;
    },
  );
  const turns = createMutex(bounds.waitingChanges);
  const db = new Kysely<Tables>({ dialect: writerDialect(connection, turns) });
  const close = async () => {
    await turns.close();
    await connection.close();
  };
  return { db, close };
};

/** Migrates a database file and returns the names of the migrations that ran. */
export const migrateSqlite = async ({ file }: Pick<SqliteOptions, 'file'>): Promise<string[]> => {
  const { db, close } = await openWriter(file, defaultBusyTimeoutMs);
  try {
    return await migrate(db, 'sqlite');
  } finally {
    await close();
  }
};

/**
 * Opens a store in one file and migrates it. One thread writes and another reads, so neither the event loop nor a read
 * waits for a commit's disk sync. Several processes may share the file.
 */
export const openSqlite = async ({
  file,
  busyTimeoutMs = defaultBusyTimeoutMs,
  makesBallast,
  onTiming,
  onNewer,
  onMigrated,
}: SqliteOptions): Promise<Store> => {
  const writer = await openWriter(file, busyTimeoutMs, makesBallast);
  const closers = [writer.close];
  const close = async () => {
    for (const closeNext of closers.splice(0).reverse()) await closeNext();
  };
  try {
    const ran = await migrate(writer.db, 'sqlite', onNewer);
    if (ran.length > 0) onMigrated?.(ran);
    const connection = await openSqliteConnection({ file, role: 'reader', busyTimeoutMs });
    closers.push(connection.close);
    const reader = new Kysely<Tables>({ dialect: readerDialect(connection) });
    const feed = await openChangeFeed(reader);
    const stopPolling = pollChanges(connection, feed);
    closers.push(async () => stopPolling());
    return withTiming(createSqlStore({ engine: 'sqlite', reader, writer: writer.db, feed, close }), onTiming);
  } catch (error) {
    await close();
    throw error;
  }
};

export const openSqliteTables = async ({ file }: Pick<SqliteOptions, 'file'>): Promise<OpenTables> => {
  await migrateSqlite({ file });
  return { ...(await openWriter(file, defaultBusyTimeoutMs)), engine: 'sqlite' };
};
