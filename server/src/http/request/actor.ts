import type { FastifyRequest } from 'fastify';
import { demandAccess, type Need } from '../../domain/access.ts';
import type { Authenticating } from '../../domain/authenticating.ts';
import { type Actor, actorName } from '../../domain/nouns/actor.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import { Refusal } from '../../domain/nouns/errors.ts';
import { EdgeRefusal } from '../answer/problems.ts';
import type { CountFailure } from './failed-attempts.ts';
import { createRateLimit } from './rate-limits.ts';

/*
 * Who asks, and whether they may. Failed authentication is limited per address: keys that are well formed and wrong. A
 * missing or malformed one guesses nothing, and a good key behind the same address is always let in.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the request, for the log; also where it may not do what it asks for. */
    keyName: string | undefined;
  }
}

const keyRate = { perSecond: bounds.callsPerSecond, burst: bounds.callBurst };

const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];

export const createActors = (
  authenticating: Authenticating,
  countFailure: CountFailure,
  nowMs: () => number = () => performance.now(),
) => {
  const keys = createRateLimit(keyRate, nowMs);

  const authenticate = async (request: FastifyRequest): Promise<Actor> => {
    const bearer = bearerOf(request.headers.authorization);
    try {
      return await authenticating.authenticate(bearer);
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'unauthorized';
      const isGuess = isRefused && bearer !== undefined && authenticating.isWellFormed(bearer);
      if (isGuess) countFailure(request.ip);
      throw error;
    }
  };

  /** The actor of a request, unless its key asks too often. */
  const admit = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await authenticate(request);
    request.keyName = actorName(actor);
    if (keys.take(request.keyName)) return actor;
    throw new EdgeRefusal(
      'too-many-requests',
      `This key sends more than ${bounds.callsPerSecond} requests a second.`,
    );
  };

  return {
    /** The actor of a request, if it may do what the route does to the app in its path. */
    demand: async (request: FastifyRequest, need: Need, app: string | undefined): Promise<Actor> => {
      const actor = await admit(request);
      demandAccess(actor, need, app);
      return actor;
    },

    /** The actor of a request, or undefined where it brings no key. */
    identify: async (request: FastifyRequest): Promise<Actor | undefined> =>
      request.headers.authorization === undefined ? undefined : admit(request),
  };
};
export type Actors = ReturnType<typeof createActors>;
