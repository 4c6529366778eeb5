import { App } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';

export const getApp = appRoute({
  summary: 'Read an app',
  description:
    'Shows the app’s adapter, its allowance and the public address below which installed copies ask.',
  responses: { 200: Type.Object({ app: App }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) => {
    const app = await verbs.admin.getApp(caller.app);
    return ok({ app: renderApp(app, verbs.hosts, await verbs.revisions.revisionOf(app.slug)) });
  },
});
