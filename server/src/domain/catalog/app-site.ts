import { requireFound } from '../model/errors.ts';
import type { Hosts } from '../model/host.ts';
import type { Site } from '../model/site.ts';
import type { Apps } from '../ports/apps.ts';
import type { Catalog } from './catalog.ts';
import { readSite, type SiteReads } from './read-site.ts';

/** Finds the site that this node answers an app's checks with. */
export const createAppSites = (needs: {
  store: Pick<Apps, 'findApp'> & SiteReads;
  hosts: Pick<Hosts, 'hostOf' | 'publicUrl'>;
  catalog: Pick<Catalog, 'find'>;
}) => {
  const { store, hosts, catalog } = needs;
  return async (slug: string): Promise<Site> => {
    const app = requireFound(await store.findApp(slug), 'app');
    const host = hosts.hostOf(app.publicSlug);
    const address = { host, baseUrl: hosts.publicUrl(app.publicSlug) };
    // A node may learn of a new app after its first publisher.
    return (await catalog.find(host)) ?? readSite(store, app, address);
  };
};
export type AppSites = ReturnType<typeof createAppSites>;
