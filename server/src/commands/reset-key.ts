import { ConfigError, readConfig } from '../config/config.ts';
import { createAuthentication } from '../domain/auth/authenticate.ts';
import { randomIds, systemClock } from '../drivers/system.ts';
import { openStore } from '../open-drivers.ts';
import { printTarget, requireService } from './require-service.ts';

/** Creates and prints a new admin key; the old one stops working immediately on every node. */
export const resetKey = async (): Promise<void> => {
  const config = readConfig();
  if (config.adminKey !== undefined)
    throw new ConfigError('SLIPWAY_ADMIN_KEY sets the admin key. Change it there.');
  printTarget(config);
  await requireService(config);
  const store = await openStore(config);
  const authentication = createAuthentication({
    store,
    clock: systemClock,
    ids: randomIds,
    adminKey: undefined,
  });
  const key = await authentication.resetAdminKey();
  await store.close();
  process.stdout.write(`Admin key (shown once):\n\n  ${key}\n`);
};
