import type { FastifyRequest } from 'fastify';
import { createFairSemaphore } from '../../domain/concurrency/fair-semaphore.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { clientNetworkOf } from '../client/client-ip.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import type { CountFailure } from '../limits/failed-attempts.ts';

/*
 * Anyone may bring a token, and a signature costs something to check: a few are worked on at a time, and network by
 * network, so that whoever brings thousands keeps nobody else waiting. Those that are not good count as failed attempts;
 * one that is good is never refused for the others, since pipelines share their addresses with strangers.
 */

/** Runs an exchange in its turn. */
export type LimitTokenExchange = <T>(request: FastifyRequest, exchange: () => Promise<T>) => Promise<T>;

/** Whether nobody trusted signed what came. What was exchanged before was good: its run may try again. */
const isFailedAttempt = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token-rejected' && error.faults?.[0]?.code !== 'replayed';

export const createTokenExchangeLimit = (
  countFailure: CountFailure,
  trusts: IsTrustedProxy | undefined,
): LimitTokenExchange => {
  const queue = createFairSemaphore({ atOnce: bounds.exchangesAtOnce, ofOne: bounds.exchangesOfNetwork });
  return async (request, exchange) => {
    try {
      return await queue(clientNetworkOf(request.raw, trusts) ?? request.ip, exchange);
    } catch (error) {
      if (isFailedAttempt(error)) countFailure(request.ip);
      throw error;
    }
  };
};
