import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config/config.ts';
import { Refusal } from './domain/model/errors.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { Ids } from './domain/ports/ids.ts';
import type { Issuers } from './domain/ports/issuers.ts';
import type { Store } from './domain/ports/store.ts';
import { fetchIssuerKeys } from './drivers/oidc/asking.ts';
import { openIssuers } from './drivers/oidc.ts';
import type { OpenTables } from './drivers/sql/copy-tables.ts';
import type { OnMigrated, OnNewerSchema } from './drivers/sql/migrate.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import { version } from './version.ts';

/* Opens the drivers that the configuration names. Those of PostgreSQL and S3 are loaded only where they are used. */

type Timings = Pick<Metrics, 'database'>;

/** A wrong user, password or database name (classes 28 and 3D) is not mended by waiting. */
const isLoginRefused = (error: unknown): error is Refusal & { cause: Error } =>
  error instanceof Refusal &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  /^(28|3D)/.test(String(error.cause.code));

/** Opens the configured store. Throws ConfigError where PostgreSQL does not know whom or what the address names. */
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
  const heard = { onTiming: metrics?.database, onNewer, onMigrated };
  if (database.kind === 'sqlite') {
    const { openSqlite } = await import('./drivers/sqlite.ts');
    return openSqlite({ file: database.file, makesBallast, ...heard });
  }
  const { openPostgres } = await import('./drivers/postgres.ts');
  return openPostgres({ url: database.url, poolSize: database.poolSize, ...heard }).catch(
    (error: unknown) => {
      throw isLoginRefused(error)
        ? new ConfigError(`SLIPWAY_DATABASE_URL is refused: ${error.cause.message}.`)
        : error;
    },
  );
};

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'database-unavailable';

/** A node serves within 5 s of its database's return: the wait, and then the start. */
const longestWaitMs = 1000;

/** Opens the store; a database server that is away is awaited, a file that cannot be opened is not. */
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
    // A database that was just created is no upgrade.
    if (migrations[0]?.startsWith('0001-')) return;
    logger.info({ version, migrations }, 'migrated the database');
  };
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await openStore(config, { metrics, onNewer, onMigrated, makesBallast: true });
    } catch (error) {
      if (config.database.kind === 'sqlite' || !isUnavailable(error)) throw error;
      logger.warn({ err: error, retryMs: waitMs }, 'the database is away; waiting for it');
      await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }
};

/** The issuers that are pinned. A file that holds no keys stops the start; nobody else is asked before a token comes. */
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

/** What all nodes share by the database, whoever started first. */
export interface SharedSecrets {
  /** Hides how often an app changed. */
  revision: string;
  /** Proves that this installation was asked. */
  presence: string;
  /** Hides which networks were counted. */
  networks: string;
}

/** Makes the secrets at the first start, and reads them at every other. */
export const loadSecrets = (store: Store, ids: Ids): Promise<SharedSecrets> =>
  store.transaction(async (tx) => ({
    revision: await tx.claimSetting('revision-secret', ids.secret(43)),
    presence: await tx.claimSetting('presence-secret', ids.secret(43)),
    networks: await tx.claimSetting('network-secret', ids.secret(43)),
  }));

/** Whether the configured database is a service's; makes none. */
export const hasServiceDatabase = async ({ database }: Pick<Config, 'database'>): Promise<boolean> => {
  if (database.kind === 'sqlite') {
    const { isMigratedSqlite } = await import('./drivers/sqlite/inspect-file.ts');
    return isMigratedSqlite(database.file);
  }
  const { isMigratedPostgres } = await import('./drivers/postgres.ts');
  return isMigratedPostgres(database);
};

/** Whether a service, or another command, is connected to the configured database. */
export const isDatabaseInUse = async ({ database }: Pick<Config, 'database'>): Promise<boolean> => {
  if (database.kind === 'sqlite') {
    const { isOpenSqlite } = await import('./drivers/sqlite/inspect-file.ts');
    return isOpenSqlite(database.file);
  }
  const { isOpenPostgres } = await import('./drivers/postgres.ts');
  return isOpenPostgres(database);
};

/** The tables of the configured database, for copying them as a whole. */
export const openTables = async ({ database }: Pick<Config, 'database'>): Promise<OpenTables> => {
  if (database.kind === 'sqlite') {
    const { openSqliteTables } = await import('./drivers/sqlite.ts');
    return openSqliteTables(database);
  }
  const { openPostgresTables } = await import('./drivers/postgres.ts');
  return openPostgresTables(database);
};
