import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readDocs = openRoute({
  summary: 'Read the documentation of this API as a page',
  description:
    'This page, made from the table of routes of the running version. It has an ETag and is sent compressed to clients that accept it.',
  responses: { 200: 'A page.', 304: 'The client has the page.' },
  problems: [],
  handle: async ({ request, reply }, needs: Needs<'documents' | 'slowReaderLimit'>) => {
    sendAsset(await needs.documents.docs(), { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
