import { Session, SessionCreation } from '@slipway/api';
import { Type } from 'typebox';
import { unauthorized } from '../../../domain/model/errors.ts';
import { bearerTokenOf } from '../../auth/actors.ts';
import { created, keyedRoute } from '../../routing/route.ts';
import { renderSession } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const openSession = keyedRoute({
  summary: 'Sign in with a key',
  description:
    'For browsers: exchanges the key for a cookie that scripts can’t read. The cookie works only from the server’s own pages, with the header `X-Slipway-Session: 1`. It lasts 12 hours, 7 days with `stay`, and never longer than the key.',
  body: SessionCreation,
  hasOptionalBody: true,
  responses: { 201: Type.Object({ session: Session }) },
  problems: [],
  handle: async ({ actor: asker, body, request }, needs: Needs<'actors' | 'cookie' | 'sessionAuth'>) => {
    // A session can't open another, or a stolen one could be renewed forever.
    const bearer = bearerTokenOf(request.headers.authorization);
    if (bearer === undefined || !needs.cookie.isFromOwnPage(request.raw)) throw unauthorized();
    needs.actors.limitSignIns(asker);
    const { actor, secret, cookieSeconds } = await needs.sessionAuth.signIn(bearer, {
      stay: body.stay === true,
    });
    return {
      ...created({ session: renderSession(actor) }),
      headers: { 'set-cookie': needs.cookie.set(secret, cookieSeconds) },
    };
  },
});
