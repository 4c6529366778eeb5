import { type AppNeeds, createAppAdministering } from './apps.ts';
import { createChannelAdministering } from './channels.ts';
import { createDomainAdministering } from './domains.ts';
import { createKeyAdministering } from './keys.ts';
import { createSigningKeyAdministering } from './signing-keys.ts';

/** Apps and what belongs to them: channels, keys, signing keys and domains. */
export const createAdministering = (needs: AppNeeds) => ({
  ...createAppAdministering(needs),
  ...createChannelAdministering(needs),
  ...createKeyAdministering(needs),
  ...createSigningKeyAdministering(needs),
  ...createDomainAdministering(needs),
});
export type Administering = ReturnType<typeof createAdministering>;
