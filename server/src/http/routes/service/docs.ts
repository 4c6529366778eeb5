import { renderDocs } from '../../openapi/docs-page.ts';
import { openRoute } from '../../route.ts';

export const readDocs = openRoute({
  summary: 'Read the documentation of this API as a page',
  answers: { 200: 'A page.' },
  problems: [],
  handle: async ({ openapi }) => ({
    status: 200,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body: renderDocs(openapi()),
  }),
});
