import { Session } from '@slipway/api';
import { Type } from 'typebox';
import { ok, openRoute } from '../../routing/route.ts';
import { renderSession } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const readSession = openRoute({
  summary: 'Get the current session',
  description: 'The app, scopes and expiry of the key or session in use; null without either.',
  responses: { 200: Type.Object({ session: Type.Union([Session, Type.Null()]) }) },
  problems: ['unauthorized', 'too-many-requests', 'database-unavailable'],
  handle: async ({ request }, { actors }: Needs<'actors'>) => {
    const actor = await actors.identify(request);
    return ok({ session: actor === undefined ? null : renderSession(actor) });
  },
});
