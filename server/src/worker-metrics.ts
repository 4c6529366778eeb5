import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import type { WorkerCalls } from './worker-calls.ts';

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** One address shows the figures of all workers, summed, whichever of them is asked. */
export const shareFigures = ({ answer, ask }: WorkerCalls) => ({
  /** Whose figures are this worker's. */
  show: (registry: Registry): void => answer('figures', () => registry.getMetricsAsJSON()),
  /** The figures of all workers, in Prometheus' text format. */
  gather: async (): Promise<string> =>
    AggregatorRegistry.aggregate((await ask('figures')) as Figures[]).metrics(),
});
