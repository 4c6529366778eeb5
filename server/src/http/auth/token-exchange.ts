import type { FastifyRequest } from 'fastify';
import { createFairQueue } from '../../domain/concurrency/fair-semaphore.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { networkOf } from '../client/client-ip.ts';
import type { Trusts } from '../hosts/sites.ts';
import type { CountFailure } from '../limits/failed-attempts.ts';

/*
 * Anyone may bring a token, and a signature costs something to check: a few are worked on at a time, and network by
 * network, so that whoever brings thousands keeps nobody else waiting. Those that are not good count as failed attempts;
 * one that is good is never refused for the others, since pipelines share their addresses with strangers.
 */

/** Runs an exchange in its turn. */
export type Exchanging = <T>(request: FastifyRequest, exchange: () => Promise<T>) => Promise<T>;

/** Whether nobody trusted signed what came. What was exchanged before was good: its run may try again. */
const isGuess = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token-rejected' && error.faults?.[0]?.code !== 'replayed';

export const createExchanging = (countFailure: CountFailure, trusts: Trusts | undefined): Exchanging => {
  const queue = createFairQueue({ atOnce: bounds.exchangesAtOnce, ofOne: bounds.exchangesOfNetwork });
  return async (request, exchange) => {
    try {
      return await queue(networkOf(request.raw, trusts) ?? request.ip, exchange);
    } catch (error) {
      if (isGuess(error)) countFailure(request.ip);
      throw error;
    }
  };
};
