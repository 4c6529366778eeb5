import { App } from '@slipway/api';
import { Type } from 'typebox';
import { PageQuery, parsePageRequest } from '../../query/paging.ts';
import { keyedRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';

export const listApps = keyedRoute({
  summary: 'List the apps, by slug',
  description:
    'Every app of this deployment, a page at a time. Pass `next` as `cursor` to read the following page; null is the end.',
  query: PageQuery,
  responses: { 200: Type.Object({ apps: Type.Array(App), next: Type.Union([Type.String(), Type.Null()]) }) },
  problems: ['invalid-fields', 'invalid-cursor'],
  handle: async ({ verbs, query }) => {
    const { items, next } = await verbs.admin.listApps(parsePageRequest(query));
    const revisions = await verbs.revisions.revisionsOf(items.map(({ slug }) => slug));
    const apps = items.map((app, index) => renderApp(app, verbs.hosts, revisions[index] ?? 0));
    return ok({ apps, next: next ?? null });
  },
});
