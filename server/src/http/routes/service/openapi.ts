import { openRoute } from '../../route.ts';

export const readOpenapi = openRoute({
  summary: 'Read this document (OpenAPI 3.1)',
  description: 'The same as this page, for programs: generate a client from it.',
  answers: { 200: 'The document.' },
  problems: [],
  handle: async ({ documents }) => ({ status: 200, body: documents.openapi() }),
});
