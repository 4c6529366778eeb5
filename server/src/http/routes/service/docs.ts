import { pageHeaders, pageType } from '../../openapi/html.ts';
import { openRoute } from '../../route.ts';

export const readDocs = openRoute({
  summary: 'Read the documentation of this API as a page',
  description: 'This page, made from the table of routes of the running version.',
  answers: { 200: 'A page.' },
  problems: [],
  handle: async ({ documents }) => ({
    status: 200,
    contentType: pageType,
    headers: pageHeaders,
    body: documents.docs(),
  }),
});
