import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { bounds } from '../domain/model/bounds.ts';
import type { Store } from '../domain/ports/store.ts';
import { notifyChannel, openNotifications } from './postgres/notifications.ts';
import { applicationName, createPool, type PoolOptions } from './postgres/pool.ts';
import { type ChangeFeed, openChangeFeed } from './sql/change-counter.ts';
import type { OpenTables } from './sql/copy-tables.ts';
import { listMigrations, migrate, type OnMigrated, type OnNewerSchema } from './sql/migrate.ts';
import type { Tables } from './sql/schema.ts';
import { createSqlStore } from './sql/store.ts';
import { type OnStoreTiming, withTiming } from './sql/timed-store.ts';

/*
 * Nothing is retried here. A commit whose response was lost may have succeeded, and only the domain knows how to find
 * out: publish is idempotent, a batch has a number, and other callers get 503 with Retry-After. PostgreSQL allows
 * retrying a deadlock, but a change may have effects besides SQL.
 */

export type PostgresOptions = Pick<PoolOptions, 'url'> & {
  [Name in keyof PoolOptions]?: PoolOptions[Name] | undefined;
} & {
  onTiming?: OnStoreTiming | undefined;
  onNewer?: OnNewerSchema | undefined;
  onMigrated?: OnMigrated | undefined;
  pollMs?: number | undefined;
};

const defaults = {
  poolSize: 10,
  statementTimeoutMs: bounds.statementSeconds * 1000,
  connectTimeoutMs: bounds.databaseConnectSeconds * 1000,
  maxWaiting: bounds.waitingForConnection,
};
const defaultPollMs = 2000;

/** An undefined option counts as missing. */
const withDefaults = ({ url, ...rest }: PostgresOptions): PoolOptions => ({
  url,
  poolSize: rest.poolSize ?? defaults.poolSize,
  statementTimeoutMs: rest.statementTimeoutMs ?? defaults.statementTimeoutMs,
  connectTimeoutMs: rest.connectTimeoutMs ?? defaults.connectTimeoutMs,
  maxWaiting: rest.maxWaiting ?? defaults.maxWaiting,
});

/**
 * Migrates a database and returns the names of the migrations that ran. Uses a dedicated connection, since waiting for
 * another node's migration may exceed the statement timeout.
 */
export const migratePostgres = async (
  options: Pick<PostgresOptions, 'url' | 'connectTimeoutMs' | 'onNewer'>,
): Promise<string[]> => {
  const pool = createPool({ ...withDefaults(options), poolSize: 1, statementTimeoutMs: 0 });
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    return await migrate(db, 'postgres', options.onNewer);
  } finally {
    await pool.end();
  }
};

/** Whether a database has Slipway's tables; creates none. */
export const isMigratedPostgres = async (options: Pick<PostgresOptions, 'url'>): Promise<boolean> => {
  const pool = createPool({ ...withDefaults(options), poolSize: 1 });
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    return (await listMigrations(db)).length > 0;
  } finally {
    await pool.end();
  }
};

const [looks, betweenLooksMs] = [10, 200];

/** Whether another Slipway process is connected: a running server always listens for notifications. */
export const isPostgresInUse = async (options: Pick<PostgresOptions, 'url'>): Promise<boolean> => {
  const pool = createPool({ ...withDefaults(options), poolSize: 1 });
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const others = sql`select 1 from pg_stat_activity where datname = current_database()
      and application_name = ${applicationName} and pid <> pg_backend_pid()`;
    // The server lists a closed connection for a moment longer.
    for (let look = 1; look <= looks; look += 1) {
      if ((await others.execute(db)).rows.length === 0) return false;
      await pause(betweenLooksMs);
    }
    return true;
  } finally {
    await pool.end();
  }
};

/** Follows notifications, with slow polling as a fallback. */
const followChanges = (options: PoolOptions, feed: ChangeFeed, pollMs = defaultPollMs) => {
  // The next successful poll catches up.
  const prompt = () => void feed.catchUp().catch(() => undefined);
  const notifications = openNotifications(options, prompt);
  const timer = setInterval(prompt, pollMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await notifications.close();
  };
};

const announce = async (db: Kysely<Tables>): Promise<void> => {
  await sql`select pg_notify(${notifyChannel}, '')`.execute(db);
};

/**
 * Opens a PostgreSQL store, shared by any number of nodes, and migrates it. Throws Refusal 'database-unavailable' when
 * the database is down; later it reconnects automatically.
 */
export const openPostgres = async (input: PostgresOptions): Promise<Store> => {
  const options = withDefaults(input);
  const ran = await migratePostgres(input);
  if (ran.length > 0) input.onMigrated?.(ran);
  const pool = createPool(options);
  try {
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const feed = await openChangeFeed(db);
    const stopFollowing = followChanges(options, feed, input.pollMs);
    const close = async () => {
      await stopFollowing();
      await pool.end();
    };
    const store = createSqlStore({ engine: 'postgres', reader: db, writer: db, feed, announce, close });
    return withTiming(store, input.onTiming);
  } catch (error) {
    await pool.end();
    throw error;
  }
};

/** Opens the tables for copying, without a statement timeout. */
export const openPostgresTables = async (options: Pick<PostgresOptions, 'url'>): Promise<OpenTables> => {
  await migratePostgres(options);
  const pool = createPool({ ...withDefaults(options), statementTimeoutMs: 0 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: 'postgres', close: () => pool.end() };
};
