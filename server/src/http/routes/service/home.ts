import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readHome = openRoute({
  summary: 'Open the dashboard',
  description: 'The dashboard, at the server’s URL. If it isn’t built, a page with URLs and first steps.',
  responses: { 200: 'The page.' },
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
