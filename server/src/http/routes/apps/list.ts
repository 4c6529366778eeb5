import { App } from '@slipway/api';
import { Type } from 'typebox';
import { renderApp } from '../../answer/wire.ts';
import { PageQuery, pageOf } from '../../request/paging.ts';
import { keyedRoute, ok } from '../../route.ts';

export const listApps = keyedRoute({
  summary: 'List the apps, by slug',
  description:
    'Every app of this deployment, a page at a time. Pass `next` as `cursor` to read the following page; null is the end.',
  query: PageQuery,
  answers: { 200: Type.Object({ apps: Type.Array(App), next: Type.Union([Type.String(), Type.Null()]) }) },
  problems: ['invalid-fields'],
  handle: async ({ verbs, query }) => {
    const { items, next } = await verbs.administering.listApps(pageOf(query));
    return ok({ apps: items.map((app) => renderApp(app, verbs.hosts)), next: next ?? null });
  },
});
