import type { App } from '@slipway/api';
import { client } from './client.ts';
import { type QueryResult, setQueryData, useQuery } from './query-cache.ts';

/* The apps of the service, which only the operator lists. */

/** Where they are kept. */
export const appsKey = 'apps';

/** Every app, a page of a hundred at a time. */
export const listAllApps = async (): Promise<{ apps: App[] }> => {
  const apps: App[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listApps({ limit: 100, cursor });
    apps.push(...page.apps);
    // Whoever opens one of them has its name at once.
    for (const app of page.apps) setQueryData(`${app.slug}/app`, { value: { app }, at: Date.now() });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && apps.length < 1000);
  return { apps };
};

/** The apps, as far as they are known. */
export const useApps = (): QueryResult<{ apps: App[] }> => useQuery(appsKey, listAllApps);
