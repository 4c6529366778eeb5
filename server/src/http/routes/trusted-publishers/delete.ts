import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteTrustedPublisher = appRoute({
  summary: 'Trust a pipeline no more, and revoke its live keys',
  description: 'From this moment on its tokens get no key, and the keys that it has are refused.',
  params: ['id'],
  responses: { 204: null },
  problems: ['not-found'],
  handle: async ({ caller, params }, { trustedPublishing }: Needs<'trustedPublishing'>) => {
    await trustedPublishing.untrust(caller, params.id);
    return noContent;
  },
});
