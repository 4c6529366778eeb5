import { type Config, ConfigError } from '../config/config.ts';
import { describeDatabase, describeStorage } from '../config/shown.ts';
import { hasServiceDatabase } from '../open.ts';

/* What a command works on. Without the service's own environment it would be a new, empty database somewhere else. */

/** Says what a command is about to work on. On the error stream: what a command answers stays alone on the other. */
export const printTarget = ({ database, storage }: Pick<Config, 'database' | 'storage'>): void => {
  process.stderr.write(`Working on ${describeDatabase(database)} with ${describeStorage(storage)}\n`);
};

/** Throws ConfigError where no service has ever been started; makes nothing. */
export const requireService = async (config: Pick<Config, 'database'>): Promise<void> => {
  if (await hasServiceDatabase(config)) return;
  throw new ConfigError(
    `There is no service's database at ${describeDatabase(config.database)}: run this in the folder and with the SLIPWAY_DATABASE_URL that the service is started with.`,
  );
};
