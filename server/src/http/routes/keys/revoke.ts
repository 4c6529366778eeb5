import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const revokeKey = appRoute({
  summary: 'Revoke a key',
  description:
    'The key is refused from this moment on. It stays in the list, so that the audit log can be read.',
  params: ['id'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { keyAdmin }: Needs<'keyAdmin'>) => {
    await keyAdmin.revokeKey(caller, params.id);
    return noContent;
  },
});
