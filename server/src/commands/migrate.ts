import { readConfig } from '../config/config.ts';
import { openStore } from '../open.ts';

/** Brings the database up to date and stops. Opening does it; nodes do the same when they start. */
export const migrateDatabase = async (): Promise<void> => {
  const store = await openStore(readConfig());
  await store.close();
  process.stdout.write('The database is up to date.\n');
};
