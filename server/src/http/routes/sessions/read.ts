import { Session } from '@slipway/api';
import { Type } from 'typebox';
import { ok, openRoute } from '../../routing/route.ts';
import { renderSession } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const readSession = openRoute({
  summary: 'Say who asks, and what they may do',
  description:
    'Whoever holds a key, or has signed in, can ask which app that is of, which scopes it has and when it ends. Without either the answer is null.',
  responses: { 200: Type.Object({ session: Type.Union([Session, Type.Null()]) }) },
  problems: ['unauthorized', 'too-many-requests', 'database-unavailable'],
  handle: async ({ request }, { actors }: Needs<'actors'>) => {
    const actor = await actors.identify(request);
    return ok({ session: actor === undefined ? null : renderSession(actor) });
  },
});
