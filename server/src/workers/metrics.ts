import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { type Scrape, scrapeMaxAgeMs } from '../http/metrics/scrapes.ts';
import type { WorkerRpc } from './calls.ts';

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** One address shows the metrics of all workers, summed, whichever of them is asked. */
export const createWorkerMetrics = ({ answer, askRecent }: WorkerRpc) => ({
  /** Whose metrics are this worker's. */
  show: (registry: Registry): void => answer('metrics', () => registry.getMetricsAsJSON()),
  /** The metrics of all workers, in Prometheus' text format. */
  gather: async (): Promise<Scrape> => {
    const { answers, ageMs } = await askRecent('metrics', scrapeMaxAgeMs);
    return { text: await AggregatorRegistry.aggregate(answers as WorkerMetrics[]).metrics(), ageMs };
  },
});
