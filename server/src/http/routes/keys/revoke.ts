import { gone, route } from '../../route.ts';

export const revokeKey = route({
  summary: 'Revoke a key',
  answers: { 204: null },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.administering.revokeKey(caller, params.id ?? '');
    return gone;
  },
});
