import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readHome = openRoute({
  summary: 'Open the dashboard',
  description:
    'A page for people, at the address of the service. Where the dashboard is not built: what to run, the addresses of the service and the way to a first release.',
  responses: { 200: 'A page.' },
  problems: [],
  handle: async (
    { request, reply },
    { dashboard, documents, slowReaderLimit }: Needs<'dashboard' | 'documents' | 'slowReaderLimit'>,
  ) => {
    sendAsset(dashboard.page ?? (await documents.home()), { request, reply, unread: slowReaderLimit });
    return alreadySent;
  },
});
