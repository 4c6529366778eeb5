import { type Config, ConfigError } from '../config/config.ts';
import { showDatabase, showStorage } from '../config/shown.ts';
import { isServiceThere } from '../open.ts';

/* What a command works on. Without the service's own environment it would be a new, empty database somewhere else. */

/** Says what a command is about to work on. On the error stream: what a command answers stays alone on the other. */
export const sayWhatOn = ({ database, storage }: Pick<Config, 'database' | 'storage'>): void => {
  process.stderr.write(`Working on ${showDatabase(database)} with ${showStorage(storage)}\n`);
};

/** Throws ConfigError where no service has ever been started; makes nothing. */
export const demandService = async (config: Pick<Config, 'database'>): Promise<void> => {
  if (await isServiceThere(config)) return;
  throw new ConfigError(
    `There is no service's database at ${showDatabase(config.database)}: run this in the folder and with the SLIPWAY_DATABASE_URL that the service is started with.`,
  );
};
