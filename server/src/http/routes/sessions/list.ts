import { SessionListing } from '@slipway/api';
import { Type } from 'typebox';
import { keyedRoute, ok } from '../../routing/route.ts';
import { renderListedSession } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const listSessions = keyedRoute({
  summary: 'List who is signed in',
  description: 'Sessions of every app’s keys and of the admin key, opened last first, 1,000 at most.',
  responses: { 200: Type.Object({ sessions: Type.Array(SessionListing) }) },
  problems: [],
  handle: async (_, { sessionAuth }: Needs<'sessionAuth'>) =>
    ok({ sessions: (await sessionAuth.listSessions()).map(renderListedSession) }),
});
