import { cpuSeconds } from '../../../lab/accounting.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { LoadResult } from '../load/orders.ts';
import { median } from './statistics.ts';

/* Side by side: in every round each contender has its turn, so that a noisy minute hits all of them. */

export interface Contender {
  name: string;
  pid: number;
  port: number;
  requests: readonly string[];
  /** The status that every answer must have. */
  status: number;
  /** How many connections ask it, where that is not as many as ask others. */
  connections?: number;
  /** Whether each request has a connection of its own. */
  isFresh?: boolean;
  /** So many requests a second; as many as it manages where nothing is said. */
  perSecond?: number;
}

/** CPU microseconds per request, round by round. */
export type Costs = Record<string, number[]>;

export interface RoundOptions {
  rounds: number;
  milliseconds: number;
  connections: number;
  /** How many requests each contender answers before it counts: node compiles what is hot only after a while. */
  warmUpRequests: number;
  /** Told of each round how many requests a second a contender answered. */
  onPace?: (name: string, perSecond: number) => void;
}

const demandStatus = ({ name, status }: Contender, { statuses }: LoadResult): void => {
  const others = Object.keys(statuses).filter((answered) => answered !== String(status));
  if (others.length > 0) throw new Error(`${name} answered ${JSON.stringify(statuses)} instead of ${status}`);
};

/** Measures what each contender's requests cost it. */
export const compareCpu = async (
  load: LoadGenerator,
  contenders: readonly Contender[],
  { rounds, milliseconds, connections, warmUpRequests, onPace }: RoundOptions,
): Promise<Costs> => {
  const asked: Record<string, number> = {};
  const ask = async (contender: Contender): Promise<LoadResult> => {
    const { name, port, requests, perSecond, isFresh = false } = contender;
    const startAt = asked[name] ?? 0;
    const order = { port, requests, connections: contender.connections ?? connections, milliseconds };
    const outcome = await load.run(
      perSecond === undefined
        ? { kind: isFresh ? 'fresh' : 'closed', ...order, startAt }
        : { kind: 'paced', ...order, perSecond },
    );
    asked[name] = startAt + outcome.requests;
    return outcome;
  };
  const costs: Costs = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) {
    for (let answered = 0; answered < warmUpRequests; ) answered += (await ask(contender)).requests;
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Each round begins with another contender.
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
