import cluster, { type Worker } from 'node:cluster';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/*
 * One address shows the figures of all workers, whichever of them is asked: it asks the primary, which collects from
 * each one and hands everything back to be summed. A worker that does not answer in time is left out.
 */

type Figures = MetricObjectWithValues<MetricValue<string>>[];

type Message =
  | { slipway: 'figures-wanted'; id: number }
  | { slipway: 'figures-asked'; round: number }
  | { slipway: 'figures'; round: number; figures: Figures }
  | { slipway: 'figures-gathered'; id: number; all: Figures[] };

const patienceMs = 1000;

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slipway' in message;

const tell = (to: Worker | NodeJS.Process, message: Message): void => {
  // One that has just died is told nothing; its death is dealt with elsewhere.
  to.send?.(message, undefined, undefined, () => undefined);
};

/** In the primary: collects for whoever wants. */
export const relayFigures = (): void => {
  const rounds = new Map<number, (figures: Figures) => void>();
  let lastRound = 0;
  const gather = (asker: Worker, id: number): void => {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const round = ++lastRound;
    const all: Figures[] = [];
    const finish = (): void => {
      clearTimeout(timer);
      rounds.delete(round);
      tell(asker, { slipway: 'figures-gathered', id, all });
    };
    const timer = setTimeout(finish, patienceMs);
    rounds.set(round, (figures) => {
      if (all.push(figures) === asked.length) finish();
    });
    for (const worker of asked) if (worker !== undefined) tell(worker, { slipway: 'figures-asked', round });
  };
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'figures-wanted') gather(worker, message.id);
    if (message.slipway === 'figures') rounds.get(message.round)?.(message.figures);
  });
};

/** In a worker: gives its own figures away when asked, and returns the way to everyone's. */
export const shareFigures = () => {
  const waiting = new Map<number, (all: Figures[]) => void>();
  let own: Registry | undefined;
  let lastId = 0;
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'figures-gathered') waiting.get(message.id)?.(message.all);
    if (message.slipway !== 'figures-asked' || own === undefined) return;
    const { round } = message;
    void own.getMetricsAsJSON().then((figures) => tell(process, { slipway: 'figures', round, figures }));
  });
  return {
    /** Whose figures are this worker's. */
    show: (registry: Registry): void => {
      own = registry;
    },
    /** The figures of all workers, in Prometheus' text format. */
    gather: async (): Promise<string> => {
      const id = ++lastId;
      const all = await new Promise<Figures[]>((resolve) => {
        waiting.set(id, resolve);
        tell(process, { slipway: 'figures-wanted', id });
      });
      waiting.delete(id);
      return AggregatorRegistry.aggregate(all).metrics();
    },
  };
};
