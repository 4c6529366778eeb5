import { App, AppChange } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderApp } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeApp = appRoute({
  summary: 'Change the settings of an app; only the admin key changes allowances and `delivery`',
  description:
    'Sets the members that the body names and leaves the others as they are. A new adapter takes effect at the next update check, so change it only when every installed copy can read the new format. With `extras` answers to checks tell in a member `slipway` whether an update must not be put off; `checkCaching` decides whether caches on the way may keep them, and documents of feeds. `signatures` and `signedVersion` say what is demanded of signatures: `require` needs a signing key. `page` switches the download page on the app’s own host. `delivery` decides how bytes reach clients; `warnings` then say what is given up by it.',
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
