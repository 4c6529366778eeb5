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
export const createWorkerMetrics = ({ onQuestion, askAllCached }: WorkerRpc) => ({
  register: (registry: Registry): void => onQuestion('metrics', () => registry.getMetricsAsJSON()),
  /** The metrics of all workers in Prometheus text format. */
  collect: async (): Promise<Scrape> => {
    const { answers, ageMs } = await askAllCached('metrics', scrapeMaxAgeMs);
    return { text: await AggregatorRegistry.aggregate(answers as WorkerMetrics[]).metrics(), ageMs };
  },
});
