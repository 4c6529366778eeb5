import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config/config.ts';
import { Refusal } from './domain/model/errors.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { Ids } from './domain/ports/ids.ts';
import type { Issuers } from './domain/ports/issuers.ts';
import type { Store } from './domain/ports/store.ts';
import { fetchIssuerKeys } from './drivers/oidc/fetch-keys.ts';
import { openIssuers } from './drivers/oidc.ts';
import type { OpenTables } from './drivers/sql/copy-tables.ts';
import type { OnMigrated, OnNewerSchema } from './drivers/sql/migrate.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import { version } from './version.ts';

/* The PostgreSQL and S3 drivers are loaded only when they are used. */

type Timings = Pick<Metrics, 'database'>;

/** Waiting does not fix a wrong user, password or database name (classes 28 and 3D). */
const isLoginRefused = (error: unknown): error is Refusal & { cause: Error } =>
  error instanceof Refusal &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  /^(28|3D)/.test(String(error.cause.code));

/** Opens the configured store. Throws ConfigError if PostgreSQL does not know the user or database. */
export const openStore = async (
  { database }: Pick<Config, 'database'>,
  opening: {
    metrics?: Timings;
    onNewer?: OnNewerSchema;
    onMigrated?: OnMigrated;
    makesBallast?: boolean;
  } = {},
): Promise<Store> => {
  const { metrics, onNewer, onMigrated, makesBallast } = opening;
  const callbacks = { onTiming: metrics?.database, onNewer, onMigrated };
  if (database.kind === 'sqlite') {
    const { openSqlite } = await import('./drivers/sqlite.ts');
    return openSqlite({ file: database.file, makesBallast, ...callbacks });
  }
  const { openPostgres } = await import('./drivers/postgres.ts');
  return openPostgres({ url: database.url, poolSize: database.poolSize, ...callbacks }).catch(
    (error: unknown) => {
      throw isLoginRefused(error)
        ? new ConfigError(`SLIPWAY_DATABASE_URL is refused: ${error.cause.message}.`)
        : error;
    },
  );
};

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'database-unavailable';

/** A node serves within 5 s of its database's return: the wait plus the start. */
const longestWaitMs = 1000;

/** Opens the store; waits for an unavailable database server, but not for a file that cannot be opened. */
export const waitForStore = async (
  config: Config,
  { metrics, logger, signal }: { metrics: Timings; logger: Logger; signal: AbortSignal | undefined },
): Promise<Store> => {
  const onNewer: OnNewerSchema = (migrations) =>
    logger.warn(
      { migrations },
      'the database is of a newer version than this program, which may run beside it',
    );
  const onMigrated: OnMigrated = (migrations) => {
    // A new database is not an upgrade.
    if (migrations[0]?.startsWith('0001-')) return;
    logger.info({ version, migrations }, 'migrated the database');
  };
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await openStore(config, { metrics, onNewer, onMigrated, makesBallast: true });
    } catch (error) {
      if (config.database.kind === 'sqlite' || !isUnavailable(error)) throw error;
      logger.warn({ err: error, retryMs: waitMs }, 'the database is unavailable; waiting for it');
      await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }
};

/** A key file without keys stops startup; issuers are contacted only when a token arrives. */
export const openPinnedIssuers = async (
  { issuers }: Pick<Config, 'issuers'>,
  clock: Clock,
): Promise<Issuers> => {
  for (const { issuer, file } of issuers) {
    if (file === undefined) continue;
    await fetchIssuerKeys(issuer, file).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`SLIPWAY_OIDC_ISSUERS names ${file}, which holds no keys: ${why}.`);
    });
  }
  return openIssuers({ issuers, clock });
};

/** Secrets that all nodes share through the database. */
export interface SharedSecrets {
  /** Hides how often an app changed. */
  revision: string;
  /** Proves that this installation received the request. */
  presence: string;
  /** Hides which networks were counted. */
  networks: string;
}

/** Creates the secrets at the first start and reads them afterwards. */
export const loadSecrets = (store: Store, ids: Ids): Promise<SharedSecrets> =>
  store.transaction(async (tx) => ({
    revision: await tx.claimSetting('revision-secret', ids.secret(43)),
    presence: await tx.claimSetting('presence-secret', ids.secret(43)),
    networks: await tx.claimSetting('network-secret', ids.secret(43)),
  }));

/** Whether the configured database has Slipway's tables; creates none. */
export const hasServiceDatabase = async ({ database }: Pick<Config, 'database'>): Promise<boolean> => {
  if (database.kind === 'sqlite') {
    const { isMigratedSqlite } = await import('./drivers/sqlite/inspect-file.ts');
    return isMigratedSqlite(database.file);
  }
  const { isMigratedPostgres } = await import('./drivers/postgres.ts');
  return isMigratedPostgres(database);
};

/** Whether a server or another command is connected to the configured database. */
export const isDatabaseInUse = async ({ database }: Pick<Config, 'database'>): Promise<boolean> => {
  if (database.kind === 'sqlite') {
    const { isSqliteInUse } = await import('./drivers/sqlite/inspect-file.ts');
    return isSqliteInUse(database.file);
  }
  const { isPostgresInUse } = await import('./drivers/postgres.ts');
  return isPostgresInUse(database);
};

export const openTables = async ({ database }: Pick<Config, 'database'>): Promise<OpenTables> => {
  if (database.kind === 'sqlite') {
    const { openSqliteTables } = await import('./drivers/sqlite.ts');
    return openSqliteTables(database);
  }
  const { openPostgresTables } = await import('./drivers/postgres.ts');
  return openPostgresTables(database);
};
