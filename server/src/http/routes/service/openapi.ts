import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readOpenapi = openRoute({
  summary: 'Read this document (OpenAPI 3.1)',
  description:
    'The same as this page, for programs: generate a client from it. It has an ETag and is sent compressed to clients that accept it.',
  responses: { 200: 'The document.', 304: 'The client has the document.' },
  problems: [],
  handle: async ({ request, reply }, needs: Needs<'documents' | 'slowReaderLimit'>) => {
    sendAsset(await needs.documents.openapi(), { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
