import { App, AppChange } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeApp = appRoute({
  summary: 'Update an app',
  description:
    'Updates the given fields and keeps the others. A new `adapter` takes effect at the next check: every installed copy must be able to read its format. Only the admin key can change allowances and `delivery`.',
  example: { app: { allowanceBytes: 500_000_000_000 } },
  body: AppChange,
  responses: { 200: Type.Object({ app: App }) },
  problems: ['invalid-fields', 'unknown-adapter', 'not-found', 'signing-key-missing', 'delivery-needs-s3'],
  extraFaults: ({ adapter }, _, { appAdmin }: Needs<'appAdmin'>) =>
    typeof adapter === 'string' ? appAdmin.adapterFaults(adapter) : [],
  handle: async ({ caller, body }, needs: Needs<'appAdmin' | 'hosts' | 'revisions'>) => {
    const { app, warnings } = await needs.appAdmin.changeApp(caller, body);
    const rendered = renderApp(app, needs.hosts, await needs.revisions.revisionOf(app.slug));
    return ok({ app: { ...rendered, ...(warnings.length > 0 ? { warnings: [...warnings] } : {}) } });
  },
});
