import { createAppAdmin } from './apps.ts';
import { createChannelAdmin } from './channels.ts';
import { createDomainAdmin } from './domains.ts';
import { createKeyAdmin } from './keys.ts';
import { createSigningKeyAdmin } from './signing-keys.ts';

/** Apps with their channels, keys, signing keys and domains. */
export const createAdmin = (
  needs: Parameters<typeof createAppAdmin>[0] &
    Parameters<typeof createChannelAdmin>[0] &
    Parameters<typeof createKeyAdmin>[0] &
    Parameters<typeof createSigningKeyAdmin>[0] &
    Parameters<typeof createDomainAdmin>[0],
) => ({
  ...createAppAdmin(needs),
  ...createChannelAdmin(needs),
  ...createKeyAdmin(needs),
  ...createSigningKeyAdmin(needs),
  ...createDomainAdmin(needs),
});
export type Admin = ReturnType<typeof createAdmin>;
