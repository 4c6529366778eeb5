import { appRoute, gone } from '../../route.ts';

export const revokeKey = appRoute({
  summary: 'Revoke a key',
  params: ['id'],
  answers: { 204: null },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.administering.revokeKey(caller, params.id);
    return gone;
  },
});
