import { ConfigError, readConfig } from '../config/config.ts';
import { describeDatabase } from '../config/describe-config.ts';
import { hasServiceDatabase, openStore } from '../open-drivers.ts';
import { version } from '../version.ts';
import type { CommandInput } from './command.ts';
import { printTarget } from './require-service.ts';

/** Migrates the database and exits. Opening the store migrates it; nodes do the same when they start. */
export const migrateDatabase = async ({ flags }: CommandInput): Promise<void> => {
  const config = readConfig();
  printTarget(config);
  // A PostgreSQL URL is explicit; a missing SQLite file usually means the wrong folder.
  if (config.database.kind === 'sqlite' && !flags.has('create') && !(await hasServiceDatabase(config)))
    throw new ConfigError(
      `No Slipway database at ${describeDatabase(config.database)}. Set SLIPWAY_DATABASE_URL, or pass --create to create one.`,
    );
  const ran: string[] = [];
  const store = await openStore(config, { onMigrated: (names) => void ran.push(...names) });
  await store.close();
  for (const name of ran) process.stdout.write(`Slipway ${version} ran migration ${name}\n`);
  process.stdout.write('The database is up to date.\n');
};
