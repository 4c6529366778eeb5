import { cacheControl, corsPreflightHeaders } from '../../response/public-headers.ts';
import { siteRoute } from '../../routing/route.ts';

export const allowCrossOrigin = siteRoute({
  summary: 'Answer a CORS preflight',
  description: 'Browsers send it before a page of another site reads public routes.',
  responses: { 204: null },
  problems: ['not-found'],
  handle: async () => ({ status: 204, headers: { ...corsPreflightHeaders, 'cache-control': cacheControl } }),
});
