import { appRoute, gone } from '../../route.ts';

export const deleteDomain = appRoute({
  summary: 'Take a host away from an app',
  params: ['domain'],
  answers: { 204: null },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.administering.deleteDomain(caller, params.domain);
    return gone;
  },
});
