import { keyedRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const closeSession = keyedRoute({
  summary: 'Sign out',
  description:
    'Ends the session that the call is made in, at once and on every node, and has the browser forget it. A key that is sent with the call goes on as it is.',
  responses: { 204: null },
  problems: [],
  handle: async ({ actor }, { cookie, sessionAuth }: Needs<'cookie' | 'sessionAuth'>) => {
    await sessionAuth.signOut(actor);
    return { ...noContent, headers: { 'set-cookie': cookie.clear() } };
  },
});
