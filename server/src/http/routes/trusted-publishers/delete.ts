import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteTrustedPublisher = appRoute({
  summary: 'Remove a trusted publisher and revoke its keys',
  description: 'Takes effect immediately, for its tokens and for its keys.',
  params: ['id'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { trustedPublishing }: Needs<'trustedPublishing'>) => {
    await trustedPublishing.untrust(caller, params.id);
    return noContent;
  },
});
