import type { App } from '../model/app.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { alsoOffersByChannel } from '../model/channel.ts';
import {
  criticalByChannel,
  rescuedByChannel,
  sketchedByChannel,
  spellingByVersion,
} from '../model/published-version.ts';
import { makeSite, type Site } from '../model/site.ts';
import type { Channels } from '../ports/channels.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

export type SiteReads = Pick<Channels, 'listChannels'> &
  Pick<Releases, 'listCandidates' | 'listVersions'> &
  SigningKeys;

/** Reads an app's site as the database has it now. Only a site that is served needs an address. */
export const readSite = async (
  store: SiteReads,
  app: App,
  address: Pick<Site, 'host' | 'baseUrl'> = { host: '', baseUrl: '' },
): Promise<Site> => {
  const [channels, releases, versions, keys] = await Promise.all([
    store.listChannels(app.slug),
    store.listCandidates(app.slug),
    store.listVersions(app.slug),
    store.listSigningKeys(app.slug),
  ]);
  const own = {
    channels: channels.map(({ name }) => name),
    rescued: rescuedByChannel(versions),
    critical: criticalByChannel(versions),
    alsoOffers: alsoOffersByChannel(channels),
    versions: spellingByVersion(versions),
    sketched: sketchedByChannel(versions, channels),
    builtIn: builtInKeysOf(keys),
  };
  return makeSite({ ...address, ...own }, app, releases);
};
