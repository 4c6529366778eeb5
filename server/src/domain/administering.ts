import { type AppNeeds, createAppAdministering } from './administering/apps.ts';
import { createChannelAdministering } from './administering/channels.ts';
import { createDomainAdministering } from './administering/domains.ts';
import { createKeyAdministering } from './administering/keys.ts';

/** Apps and what belongs to them: channels, keys and domains. */
export const createAdministering = (needs: AppNeeds) => ({
  ...createAppAdministering(needs),
  ...createChannelAdministering(needs),
  ...createKeyAdministering(needs),
  ...createDomainAdministering(needs),
});
export type Administering = ReturnType<typeof createAdministering>;
