import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readOpenapi = openRoute({
  summary: 'Get the OpenAPI document',
  description: 'OpenAPI 3.1, for generating clients. Has an ETag and is compressed if the client accepts it.',
  responses: { 200: 'The document.', 304: 'Not modified.' },
  problems: [],
  handle: async ({ request, reply }, needs: Needs<'documents' | 'slowReaderLimit'>) => {
    sendAsset(await needs.documents.openapi(), { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
