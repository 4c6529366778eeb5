import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteDomain = appRoute({
  summary: 'Remove a custom domain',
  description: 'The host returns 404 from then on. Remove it only when no installed copy uses it.',
  params: ['domain'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { domainAdmin }: Needs<'domainAdmin'>) => {
    await domainAdmin.deleteDomain(caller, params.domain);
    return noContent;
  },
});
