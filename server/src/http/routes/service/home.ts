import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readHome = openRoute({
  summary: 'Open the dashboard',
  description:
    'A page for people, at the address of the service. Where the dashboard is not built: what to run, the addresses of the service and the way to a first release.',
  responses: { 200: 'A page.' },
  problems: [],
  handle: async ({ request, reply }, needs: Needs<'dashboard' | 'documents' | 'slowReaderLimit'>) => {
    sendAsset(needs.dashboard.page ?? (await needs.documents.home()), {
      request,
      reply,
      unread: needs.slowReaderLimit,
    });
    return alreadySent;
  },
});
