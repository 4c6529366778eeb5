import { type Config, ConfigError } from '../config/config.ts';
import { describeDatabase, describeStorage } from '../config/describe-config.ts';
import { hasServiceDatabase } from '../open-drivers.ts';

/* Without the server's environment, a command would work on a new, empty database somewhere else. */

/** Prints the target of a command on standard error, so that standard output holds only the result. */
export const printTarget = ({ database, storage }: Pick<Config, 'database' | 'storage'>): void => {
  process.stderr.write(`Database: ${describeDatabase(database)}\nStorage:  ${describeStorage(storage)}\n`);
};

/** Throws ConfigError if no server was ever started here; creates nothing. */
export const requireService = async (config: Pick<Config, 'database'>): Promise<void> => {
  if (await hasServiceDatabase(config)) return;
  throw new ConfigError(
    `No Slipway database at ${describeDatabase(config.database)}. Run this with the server’s folder and SLIPWAY_DATABASE_URL.`,
  );
};
