import { App } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const getApp = appRoute({
  summary: 'Get an app',
  description: 'The app’s settings, allowance and public URL.',
  responses: { 200: Type.Object({ app: App }) },
  problems: ['not-found'],
  handle: async ({ caller }, { appAdmin, hosts, revisions }: Needs<'appAdmin' | 'hosts' | 'revisions'>) => {
    const app = await appAdmin.getApp(caller.app);
    return ok({ app: renderApp(app, hosts, await revisions.revisionOf(app.slug)) });
  },
});
