import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteApp = appRoute({
  summary: 'Delete an app that has never published',
  description:
    'Also deletes its channels, keys, domains and drafts. An app that has published stays, because installed copies still check for updates.',
  responses: { 204: null },
  problems: ['not-found', 'app-has-releases'],
  handle: async ({ caller }, { appAdmin }: Needs<'appAdmin'>) => {
    await appAdmin.deleteApp(caller);
    return noContent;
  },
});
