import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readDocs = openRoute({
  summary: 'Get the API documentation',
  description:
    'This page, generated from the routes of the running version. Has an ETag and is compressed if the client accepts it.',
  responses: { 200: 'The page.', 304: 'Not modified.' },
  problems: [],
  handle: async ({ request, reply }, needs: Needs<'documents' | 'slowReaderLimit'>) => {
    sendAsset(await needs.documents.docs(), { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
