import type { IncomingMessage } from 'node:http';
import { bounds } from '../../domain/model/bounds.ts';
import { subnetsOf } from '../client/client-ip.ts';
import type { Trusts } from '../hosts/sites.ts';
import { EdgeRefusal } from '../response/problems.ts';
import { createRateLimit } from './rate-limit.ts';

const reportRate = { perSecond: bounds.reportsPerMinute / 60, burst: bounds.reportsPerMinute };

/** Refuses, before a body is read, networks that report too often: 'too-many-requests'. */
export const createNetworkLimit = (
  trusts: Trusts | undefined,
  nowMs: () => number = () => performance.now(),
) => {
  const networks = createRateLimit(reportRate, nowMs);
  return (request: IncomingMessage): void => {
    const { network } = subnetsOf(request, trusts);
    if (networks.take(network)) return;
    throw new EdgeRefusal(
      'too-many-requests',
      `This network reports more than ${bounds.reportsPerMinute} times a minute.`,
      { 'retry-after': String(networks.secondsUntilNext(network)) },
    );
  };
};
