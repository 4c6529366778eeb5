import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { type Scrape, scrapeMaxAgeMs } from '../http/metrics/scrape-cache.ts';
import type { WorkerRpc } from './rpc.ts';

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Every worker serves the summed metrics of all workers. */
export const createWorkerMetrics = ({ answer, askRecent }: WorkerRpc) => ({
  show: (registry: Registry): void => answer('metrics', () => registry.getMetricsAsJSON()),
  /** The metrics of all workers in Prometheus text format. */
  gather: async (): Promise<Scrape> => {
    const { answers, ageMs } = await askRecent('metrics', scrapeMaxAgeMs);
    return { text: await AggregatorRegistry.aggregate(answers as WorkerMetrics[]).metrics(), ageMs };
  },
});
