import { SessionListing } from '@slipway/api';
import { Type } from 'typebox';
import { keyedRoute, ok } from '../../routing/route.ts';
import { renderListedSession } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const listSessions = keyedRoute({
  summary: 'List sessions',
  description: 'Sessions of the admin key and of every app’s keys, newest first, at most 1,000.',
  responses: { 200: Type.Object({ sessions: Type.Array(SessionListing) }) },
  problems: [],
  handle: async (_, { sessionAuth }: Needs<'sessionAuth'>) =>
    ok({ sessions: (await sessionAuth.listSessions()).map(renderListedSession) }),
});
