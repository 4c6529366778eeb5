import { cpuSeconds } from '../../../lab/process-usage.ts';
import type { LoadGenerator } from '../load/load-generator.ts';
import type { LoadResult } from '../load/orders.ts';
import { median } from './statistics.ts';

/* Alternates between contenders in every round, so that noise affects all of them. */

export interface Contender {
  name: string;
  pid: number;
  port: number;
  requests: readonly string[];
  /** The expected status of every response. */
  status: number;
  /** The number of connections, if different from the others'. */
  connections?: number;
  /** Whether each request uses a new connection. */
  isFresh?: boolean;
  /** Requests per second; unlimited if undefined. */
  perSecond?: number;
}

/** CPU microseconds per request, by round. */
export type Costs = Record<string, number[]>;

export interface RoundOptions {
  rounds: number;
  milliseconds: number;
  connections: number;
  /** Requests per contender before the measurement, so that the JIT compiler is warm. */
  warmUpRequests: number;
  /** Called per round with a contender's requests per second. */
  onPace?: (name: string, perSecond: number) => void;
}

const demandStatus = ({ name, status }: Contender, { statuses }: LoadResult): void => {
  const others = Object.keys(statuses).filter((answered) => answered !== String(status));
  if (others.length > 0) throw new Error(`${name} answered ${JSON.stringify(statuses)} instead of ${status}`);
};

/** Measures the CPU cost of each contender's requests. */
export const compareCpu = async (
  load: LoadGenerator,
  contenders: readonly Contender[],
  { rounds, milliseconds, connections, warmUpRequests, onPace }: RoundOptions,
): Promise<Costs> => {
  const requestCounts: Record<string, number> = {};
  const ask = async (contender: Contender): Promise<LoadResult> => {
    const { name, port, requests, perSecond, isFresh = false } = contender;
    const startAt = requestCounts[name] ?? 0;
    const order = { port, requests, connections: contender.connections ?? connections, milliseconds };
    const outcome = await load.run(
      perSecond === undefined
        ? { kind: isFresh ? 'fresh' : 'closed', ...order, startAt }
        : { kind: 'paced', ...order, perSecond },
    );
    requestCounts[name] = startAt + outcome.requests;
    return outcome;
  };
  const costs: Costs = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) {
    for (let answered = 0; answered < warmUpRequests; ) answered += (await ask(contender)).requests;
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Each round begins with a different contender.
      const contender = contenders[(round + turn) % contenders.length] as Contender;
      const before = cpuSeconds(contender.pid);
      const outcome = await ask(contender);
      const spent = cpuSeconds(contender.pid) - before;
      demandStatus(contender, outcome);
      onPace?.(contender.name, outcome.requests / outcome.seconds);
      costs[contender.name]?.push((spent / outcome.requests) * 1e6);
    }
  }
  return costs;
};

/** The median cost of a contender, in microseconds. */
export const costOf = (costs: Costs, name: string): number => median(costs[name] ?? []);
