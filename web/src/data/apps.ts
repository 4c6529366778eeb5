import type { App } from '@slipway/api';
import { client } from './client.ts';
import { type Answer, plantAnswer, useAnswer } from './query-cache.ts';

/* The apps of the service, which only the operator lists. */

/** Where they are kept. */
export const appsName = 'apps';

/** Every app, a page of a hundred at a time. */
export const listAll = async (): Promise<{ apps: App[] }> => {
  const apps: App[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listApps({ limit: 100, cursor });
    apps.push(...page.apps);
    // Whoever opens one of them has its name at once.
    for (const app of page.apps) plantAnswer(`${app.slug}/app`, { value: { app }, at: Date.now() });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && apps.length < 1000);
  return { apps };
};

/** The apps, as far as they are known. */
export const useApps = (): Answer<{ apps: App[] }> => useAnswer(appsName, listAll);
