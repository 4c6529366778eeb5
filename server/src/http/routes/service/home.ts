import { pageHeaders, pageType } from '../../openapi/html.ts';
import { openRoute } from '../../route.ts';

export const readHome = openRoute({
  summary: 'Read what this service is and where to go from here',
  description:
    'A page for whoever opens the address of the service: its links, its addresses and the way to a first release.',
  answers: { 200: 'A page.' },
  problems: [],
  handle: async ({ documents }) => ({
    status: 200,
    contentType: pageType,
    headers: pageHeaders,
    body: documents.home(),
  }),
});
