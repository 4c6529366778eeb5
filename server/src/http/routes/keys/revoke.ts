import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const revokeKey = appRoute({
  summary: 'Revoke a key',
  description: 'Takes effect immediately. The key stays listed for the audit log.',
  params: ['id'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { keyAdmin }: Needs<'keyAdmin'>) => {
    await keyAdmin.revokeKey(caller, params.id);
    return noContent;
  },
});
