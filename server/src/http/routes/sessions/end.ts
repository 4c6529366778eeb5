import { keyedRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const endSessions = keyedRoute({
  summary: 'Sign everyone out',
  description: 'Ends every session, including yours. Keys stay valid.',
  responses: { 204: null },
  problems: [],
  handle: async ({ actor }, { sessionAuth }: Needs<'sessionAuth'>) => {
    await sessionAuth.endSessions(actor);
    return noContent;
  },
});
