import { sendAsset } from '../../answer/send-asset.ts';
import { pageHeaders, pageType } from '../../openapi/html.ts';
import { openRoute, written } from '../../route.ts';

export const readHome = openRoute({
  summary: 'Open the dashboard',
  description:
    'A page for people, at the address of the service. Where the dashboard is not built: what to run, the addresses of the service and the way to a first release.',
  answers: { 200: 'A page.' },
  problems: [],
  handle: async ({ request, reply, dashboard, documents, unread }) => {
    if (dashboard.page === undefined)
      return { status: 200, contentType: pageType, headers: pageHeaders, body: documents.home() };
    sendAsset(dashboard.page, { request, reply, unread });
    return written;
  },
});
