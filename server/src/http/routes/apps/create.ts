import { App, AppCreation } from '@slipway/api';
import { Type } from 'typebox';
import { omitNulls } from '../../body/omit-nulls.ts';
import { created, keyedRoute, revisionHeader } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const createApp = keyedRoute({
  summary: 'Create an app',
  description:
    'Creates an app with the channel `stable`. `slug` names it in the API, and its public slug is its host; neither can change. Installed copies check for updates under `publicUrl`.',
  body: AppCreation,
  responses: { 201: Type.Object({ app: App }) },
  problems: ['invalid-fields', 'unknown-adapter', 'slug-taken', 'host-reserved'],
  extraFaults: ({ adapter }, _, { appAdmin }: Needs<'appAdmin'>) =>
    typeof adapter === 'string' ? appAdmin.adapterFaults(adapter) : [],
  handle: async ({ body, actor }, needs: Needs<'appAdmin' | 'hosts' | 'revisions'>) => {
    const app = await needs.appAdmin.createApp(omitNulls(body), actor);
    const revision = await needs.revisions.revisionOf(app.slug);
    return {
      ...created({ app: renderApp(app, needs.hosts, revision) }),
      headers: { [revisionHeader]: String(revision) },
    };
  },
});
