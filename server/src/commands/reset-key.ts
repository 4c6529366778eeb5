import { ConfigError, readConfig } from '../config/config.ts';
import { createAuthenticating } from '../domain/auth/authenticate.ts';
import { randomIds, systemClock } from '../drivers/system.ts';
import { openStore } from '../open.ts';
import { demandService, sayWhatOn } from './subject.ts';

/** Makes a new admin key and shows it; the old one stops working at once, on every node. */
export const resetKey = async (): Promise<void> => {
  const config = readConfig();
  if (config.adminKey !== undefined)
    throw new ConfigError('SLIPWAY_ADMIN_KEY is set and is the admin key: change it there.');
  sayWhatOn(config);
  await demandService(config);
  const store = await openStore(config);
  const authenticating = createAuthenticating({
    store,
    clock: systemClock,
    ids: randomIds,
    adminKey: undefined,
  });
  const key = await authenticating.resetAdminKey();
  await store.close();
  process.stdout.write(`The admin key, shown this once:\n\n  ${key}\n`);
};
