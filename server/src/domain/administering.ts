import { type AppNeeds, createAppAdministering } from './administering/apps.ts';
import { createChannelAdministering } from './administering/channels.ts';
import { createDomainAdministering } from './administering/domains.ts';
import { createKeyAdministering } from './administering/keys.ts';
import { createSigningKeyAdministering } from './administering/signing-keys.ts';

/** Apps and what belongs to them: channels, keys, signing keys and domains. */
export const createAdministering = (needs: AppNeeds) => ({
  ...createAppAdministering(needs),
  ...createChannelAdministering(needs),
  ...createKeyAdministering(needs),
  ...createSigningKeyAdministering(needs),
  ...createDomainAdministering(needs),
});
export type Administering = ReturnType<typeof createAdministering>;
