import type { App } from '@slipway/api';
import { client } from './client.ts';
import { type QueryResult, setQueryData, useQuery } from './query-cache.ts';

/* All apps of the server; only the operator can list them. */

export const appsKey = 'apps';

/** Loads all apps, 100 per page. */
export const listAllApps = async (): Promise<{ apps: App[] }> => {
  const apps: App[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listApps({ limit: 100, cursor });
    apps.push(...page.apps);
    // Seed the cache, so that opening an app shows its name at once.
    for (const app of page.apps) setQueryData(`${app.slug}/app`, { value: { app }, updatedAt: Date.now() });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && apps.length < 1000);
  return { apps };
};

export const useApps = (): QueryResult<{ apps: App[] }> => useQuery(appsKey, listAllApps);
