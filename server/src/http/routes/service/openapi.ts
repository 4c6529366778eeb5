import { openRoute } from '../../route.ts';

export const readOpenapi = openRoute({
  summary: 'Read this document (OpenAPI 3.1)',
  answers: { 200: 'The document.' },
  problems: [],
  handle: async ({ openapi }) => ({ status: 200, body: openapi() }),
});
