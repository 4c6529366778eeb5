import { gone, route } from '../../route.ts';

export const deleteDomain = route({
  summary: 'Take a host away from an app',
  answers: { 204: null },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.administering.deleteDomain(caller, params.domain ?? '');
    return gone;
  },
});
