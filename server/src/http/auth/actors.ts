import type { FastifyRequest } from 'fastify';
import type { Authentication } from '../../domain/auth/authenticate.ts';
import type { SessionAuth } from '../../domain/auth/sessions.ts';
import { type Actor, actorName } from '../../domain/model/actor.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { type RequiredAccess, requireAccess } from '../../domain/model/permissions.ts';
import { isWellFormedSessionSecret } from '../../domain/model/session.ts';
import type { CountFailure } from '../limits/failed-attempts.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { HttpRefusal } from '../response/problems.ts';
import type { SessionCookie } from './session-cookie.ts';

/*
 * Authenticates requests by key, or by session if there is no key. Well-formed but wrong credentials count as failed
 * attempts of the address; missing or malformed ones don't. A valid key always works, even from an address with too
 * many failures.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The key's name for the log, also if the key lacks access. */
    keyName: string | undefined;
  }
}

const keyRate = { perSecond: bounds.callsPerSecond, burst: bounds.callBurst };
const signInRate = { perSecond: bounds.signInsPerMinute / 60, burst: bounds.signInsPerMinute };

export const bearerTokenOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];

export const createActors = (needs: {
  authentication: Authentication;
  sessionAuth: Pick<SessionAuth, 'authenticateSession'>;
  cookie: Pick<SessionCookie, 'find'>;
  countFailure: CountFailure;
  nowMs?: () => number;
}) => {
  const { authentication, sessionAuth, cookie, countFailure } = needs;
  const nowMs = needs.nowMs ?? (() => performance.now());
  const keys = createRateLimit(keyRate, nowMs);
  const signIns = createRateLimit(signInRate, nowMs);

  /** Prefers the key: the session counts only without an Authorization header. */
  const credentialOf = ({ headers, raw }: FastifyRequest) => {
    const session = headers.authorization === undefined ? cookie.find(raw) : undefined;
    if (session !== undefined)
      return {
        isWellFormed: isWellFormedSessionSecret(session),
        find: () => sessionAuth.authenticateSession(session),
      };
    const bearer = bearerTokenOf(headers.authorization);
    const isWellFormed = bearer !== undefined && authentication.isWellFormed(bearer);
    return { isWellFormed, find: () => authentication.authenticate(bearer) };
  };

  const authenticate = async (request: FastifyRequest): Promise<Actor> => {
    const { isWellFormed, find } = credentialOf(request);
    try {
      return await find();
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'unauthorized';
      if (isRefused && isWellFormed) countFailure(request.ip);
      throw error;
    }
  };

  /** Authenticates, then applies the key's rate limit. */
  const admit = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await authenticate(request);
    request.keyName = actorName(actor);
    if (keys.take(request.keyName)) return actor;
    throw new HttpRefusal(
      'too-many-requests',
      `Rate limit: ${bounds.callsPerSecond} requests per second per key.`,
    );
  };

  return {
    /** Authenticates and checks access to the app in the path. */
    requireActor: async (
      request: FastifyRequest,
      need: RequiredAccess,
      app: string | undefined,
    ): Promise<Actor> => {
      const actor = await admit(request);
      requireAccess(actor, need, app);
      return actor;
    },

    /** Limits sign-ins per key, because each one adds an audit log entry. */
    limitSignIns: (actor: Actor): void => {
      const name = actorName(actor);
      if (actor.kind === 'admin' || signIns.take(name)) return;
      throw new HttpRefusal(
        'too-many-requests',
        `Rate limit: ${bounds.signInsPerMinute} sign-ins per minute per key.`,
        { 'retry-after': String(signIns.secondsUntilNext(name)) },
      );
    },

    /** Undefined if the request has neither a key nor a session. */
    identify: async (request: FastifyRequest): Promise<Actor | undefined> => {
      const isNobody = request.headers.authorization === undefined && cookie.find(request.raw) === undefined;
      return isNobody ? undefined : admit(request);
    },
  };
};
export type Actors = ReturnType<typeof createActors>;
