import type { App } from '../model/app.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { alsoOffersByChannel } from '../model/channel.ts';
import type { Hosts } from '../model/host.ts';
import {
  criticalByChannel,
  rescuedByChannel,
  sketchedByChannel,
  spellingByVersion,
} from '../model/published-version.ts';
import { makeSite, type Site } from '../model/site.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

export type SiteReads = Pick<Apps, 'findAppByPublicSlug' | 'findAppByDomain'> &
  Pick<Channels, 'listChannels'> &
  Pick<Releases, 'listCandidates' | 'listVersions'> &
  SigningKeys;

const findApp = async (store: SiteReads, hosts: Hosts, host: string): Promise<App | undefined> => {
  const whose = hosts.ownerOf(host);
  if (whose.kind === 'service') return undefined;
  return whose.kind === 'public-slug'
    ? store.findAppByPublicSlug(whose.publicSlug)
    : store.findAppByDomain(host);
};

/** Undefined if no app has the host. */
export const loadSite = async (store: SiteReads, hosts: Hosts, host: string): Promise<Site | undefined> => {
  const app = await findApp(store, hosts, host);
  if (app === undefined) return undefined;
  const baseUrl =
    hosts.ownerOf(host).kind === 'public-slug' ? hosts.publicUrl(app.publicSlug) : hosts.urlOf(host);
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
  return makeSite({ host, baseUrl, ...own }, app, releases);
};
