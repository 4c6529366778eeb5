import { keyedRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const closeSession = keyedRoute({
  summary: 'Sign out',
  description: 'Ends this session on every node and clears the cookie. Keys stay valid.',
  responses: { 204: null },
  problems: [],
  handle: async ({ actor }, { cookie, sessionAuth }: Needs<'cookie' | 'sessionAuth'>) => {
    await sessionAuth.signOut(actor);
    return { ...noContent, headers: { 'set-cookie': cookie.clear() } };
  },
});
