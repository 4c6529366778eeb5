import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteApp = appRoute({
  summary: 'Delete an app, while nothing of it was ever published',
  description:
    'For an app that was made by mistake: its channels, keys, domains and drafts go with it. An app that ever published stays, because installed copies go on asking for it.',
  responses: { 204: null },
  problems: ['not-found', 'app-has-releases'],
  handle: async ({ caller }, { appAdmin }: Needs<'appAdmin'>) => {
    await appAdmin.deleteApp(caller);
    return noContent;
  },
});
