import { createFairSemaphore } from '@slipway/core/fair-semaphore.ts';
import type { FastifyRequest } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { clientNetworkOf } from '../client/client-ip.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import type { CountFailure } from '../limits/failed-attempts.ts';

/*
 * Anyone may send a token, and verifying one is expensive. A fair semaphore limits concurrency per network, so that a
 * flood delays only its sender. Bad tokens count as failed attempts; a valid token always works, because CI runners
 * share addresses with unrelated jobs.
 */

export type LimitTokenExchange = <T>(request: FastifyRequest, exchange: () => Promise<T>) => Promise<T>;

/** A replayed token was valid once, so a retry of its run isn't a failed attempt. */
const isFailedAttempt = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token-rejected' && error.faults?.[0]?.code !== 'replayed';

export const createTokenExchangeLimit = (
  countFailure: CountFailure,
  isTrustedProxy: IsTrustedProxy | undefined,
): LimitTokenExchange => {
  const queue = createFairSemaphore({
    limit: bounds.exchangesAtOnce,
    limitPerKey: bounds.exchangesOfNetwork,
  });
  return async (request, exchange) => {
    try {
      return await queue(clientNetworkOf(request.raw, isTrustedProxy) ?? request.ip, exchange);
    } catch (error) {
      if (isFailedAttempt(error)) countFailure(request.ip);
      throw error;
    }
  };
};
