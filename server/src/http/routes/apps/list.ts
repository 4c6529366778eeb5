import { App } from '@slipway/api';
import { Type } from 'typebox';
import { PageQuery, parsePageRequest } from '../../query/paging.ts';
import { keyedRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listApps = keyedRoute({
  summary: 'List apps',
  description: 'All apps by slug. Pass `next` as `cursor` to get the next page; null means the end.',
  query: PageQuery,
  responses: { 200: Type.Object({ apps: Type.Array(App), next: Type.Union([Type.String(), Type.Null()]) }) },
  problems: ['invalid-fields', 'invalid-cursor'],
  handle: async ({ query }, { appAdmin, hosts, revisions }: Needs<'appAdmin' | 'hosts' | 'revisions'>) => {
    const { items, next } = await appAdmin.listApps(parsePageRequest(query));
    const numbers = await revisions.revisionsOf(items.map(({ slug }) => slug));
    const apps = items.map((app, index) => renderApp(app, hosts, numbers[index] ?? 0));
    return ok({ apps, next: next ?? null });
  },
});
