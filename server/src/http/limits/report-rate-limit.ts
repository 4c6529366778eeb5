import type { IncomingMessage } from 'node:http';
import { bounds } from '../../domain/model/bounds.ts';
import { networkPrefixesOf } from '../client/client-ip.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import { HttpRefusal } from '../response/problems.ts';
import { createRateLimit } from './rate-limit.ts';

const reportRate = { perSecond: bounds.reportsPerMinute / 60, burst: bounds.reportsPerMinute };

/** Rejects networks that report too often with 'too-many-requests', before reading the body. */
export const createReportRateLimit = (
  isTrustedProxy: IsTrustedProxy | undefined,
  nowMs: () => number = () => performance.now(),
) => {
  const networks = createRateLimit(reportRate, nowMs);
  return (request: IncomingMessage): void => {
    const { network } = networkPrefixesOf(request, isTrustedProxy);
    if (networks.take(network)) return;
    throw new HttpRefusal(
      'too-many-requests',
      `Rate limit: ${bounds.reportsPerMinute} reports per minute per network.`,
      { 'retry-after': String(networks.secondsUntilNext(network)) },
    );
  };
};
