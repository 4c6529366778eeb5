import { cacheControl, corsPreflightHeaders } from '../../response/public-headers.ts';
import { siteRoute } from '../../routing/route.ts';

export const allowCrossOrigin = siteRoute({
  summary: 'Let any page read what is public',
  description:
    'Browsers ask this before a page of another site reads the public addresses. Nothing else needs it.',
  responses: { 204: null },
  problems: ['not-found'],
  handle: async () => ({ status: 204, headers: { ...corsPreflightHeaders, 'cache-control': cacheControl } }),
});
