import { type AppAdminDeps, createAppAdmin } from './apps.ts';
import { createChannelAdmin } from './channels.ts';
import { createDomainAdmin } from './domains.ts';
import { createKeyAdmin } from './keys.ts';
import { createSigningKeyAdmin } from './signing-keys.ts';

/** Apps with their channels, keys, signing keys and domains. */
export const createAdmin = (needs: AppAdminDeps) => ({
  ...createAppAdmin(needs),
  ...createChannelAdmin(needs),
  ...createKeyAdmin(needs),
  ...createSigningKeyAdmin(needs),
  ...createDomainAdmin(needs),
});
export type Admin = ReturnType<typeof createAdmin>;
