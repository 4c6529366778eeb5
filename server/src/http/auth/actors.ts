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
 * Who asks, and whether they may: by the key that was sent, or by the session where none was. Failed authentication is
 * limited per address: keys and sessions that are well formed and wrong. A missing or malformed one guesses nothing, and
 * a good key behind the same address is always let in.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the request, for the log; also where it may not do what it asks for. */
    keyName: string | undefined;
  }
}

const keyRate = { perSecond: bounds.callsPerSecond, burst: bounds.callBurst };
const signInRate = { perSecond: bounds.signInsPerMinute / 60, burst: bounds.signInsPerMinute };

/** The key that a request was sent with. */
export const bearerTokenOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];

export const createActors = (needs: {
  authenticating: Authentication;
  signingIn: Pick<SessionAuth, 'authenticateSession'>;
  cookie: Pick<SessionCookie, 'find'>;
  countFailure: CountFailure;
  nowMs?: () => number;
}) => {
  const { authenticating, signingIn, cookie, countFailure } = needs;
  const nowMs = needs.nowMs ?? (() => performance.now());
  const keys = createRateLimit(keyRate, nowMs);
  const signIns = createRateLimit(signInRate, nowMs);

  /** What a request brings to be known by: a key, or, where none was sent, a session. */
  const credentialOf = ({ headers, raw }: FastifyRequest) => {
    const session = headers.authorization === undefined ? cookie.find(raw) : undefined;
    if (session !== undefined)
      return {
        isWellFormed: isWellFormedSessionSecret(session),
        find: () => signingIn.authenticateSession(session),
      };
    const bearer = bearerTokenOf(headers.authorization);
    const isWellFormed = bearer !== undefined && authenticating.isWellFormed(bearer);
    return { isWellFormed, find: () => authenticating.authenticate(bearer) };
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

  /** The actor of a request, unless its key asks too often. */
  const admit = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await authenticate(request);
    request.keyName = actorName(actor);
    if (keys.take(request.keyName)) return actor;
    throw new HttpRefusal(
      'too-many-requests',
      `This key sends more than ${bounds.callsPerSecond} requests a second.`,
    );
  };

  return {
    /** The actor of a request, if it may do what the route does to the app in its path. */
    demand: async (
      request: FastifyRequest,
      need: RequiredAccess,
      app: string | undefined,
    ): Promise<Actor> => {
      const actor = await admit(request);
      requireAccess(actor, need, app);
      return actor;
    },

    /** Refuses a key that signs in too often: each time is an entry in its app's log, whatever the key may do. */
    demandSignIn: (actor: Actor): void => {
      const name = actorName(actor);
      if (actor.kind === 'admin' || signIns.take(name)) return;
      throw new HttpRefusal(
        'too-many-requests',
        `This key signs in more than ${bounds.signInsPerMinute} times a minute.`,
        { 'retry-after': String(signIns.secondsUntilNext(name)) },
      );
    },

    /** The actor of a request, or undefined where it brings neither a key nor a session. */
    identify: async (request: FastifyRequest): Promise<Actor | undefined> => {
      const isNobody = request.headers.authorization === undefined && cookie.find(request.raw) === undefined;
      return isNobody ? undefined : admit(request);
    },
  };
};
export type Actors = ReturnType<typeof createActors>;
