import { appRoute, noContent } from '../../routing/route.ts';

export const deleteDomain = appRoute({
  summary: 'Take a host away from an app',
  description:
    'The host answers 404 from then on. Installed copies that ask there no longer find updates: remove it only when none do.',
  params: ['domain'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.admin.deleteDomain(caller, params.domain);
    return noContent;
  },
});
