import type { App } from '../model/app.ts';
import type { Hosts } from '../model/host.ts';
import type { Site } from '../model/site.ts';
import type { Apps } from '../ports/apps.ts';
import { readSite, type SiteReads } from './read-site.ts';

export type SiteLoads = Pick<Apps, 'findAppByPublicSlug' | 'findAppByDomain'> & SiteReads;

const findApp = async (store: SiteLoads, hosts: Hosts, host: string): Promise<App | undefined> => {
  const whose = hosts.ownerOf(host);
  if (whose.kind === 'service') return undefined;
  return whose.kind === 'public-slug'
    ? store.findAppByPublicSlug(whose.publicSlug)
    : store.findAppByDomain(host);
};

/** Undefined if no app has the host. */
export const loadSite = async (store: SiteLoads, hosts: Hosts, host: string): Promise<Site | undefined> => {
  const app = await findApp(store, hosts, host);
  if (app === undefined) return undefined;
  const baseUrl =
    hosts.ownerOf(host).kind === 'public-slug' ? hosts.publicUrl(app.publicSlug) : hosts.urlOf(host);
  return readSite(store, app, { host, baseUrl });
};
