import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteDomain = appRoute({
  summary: 'Take a host away from an app',
  description:
    'The host answers 404 from then on. Installed copies that ask there no longer find updates: remove it only when none do.',
  params: ['domain'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { domainAdmin }: Needs<'domainAdmin'>) => {
    await domainAdmin.deleteDomain(caller, params.domain);
    return noContent;
  },
});
