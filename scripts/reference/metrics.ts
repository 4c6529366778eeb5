import { createMetrics } from '../../server/src/http/metrics/metrics.ts';
import { registerProcessMetrics } from '../../server/src/process-metrics.ts';
import { code, renderPage, renderTable } from './page.ts';

/** Members that prom-client's metrics have, and its types omit. */
interface Described {
  name: string;
  help: string;
  labelNames: readonly string[];
}

/** Registers every metric of a process; nothing is read from the sources. */
const readMetrics = (): Described[] => {
  const metrics = createMetrics();
  registerProcessMetrics(metrics, {
    ...{ version: '', disks: {}, activeDownloads: () => 0, droppedLogLines: () => 0 },
    ...{ store: { sizeBytes: async () => 0 }, catalog: { stats: () => ({ weightBytes: 0, sites: 0 }) } },
  } as unknown as Parameters<typeof registerProcessMetrics>[1]);
  return metrics.registry.getMetricsAsArray() as unknown as Described[];
};

export const renderMetrics = (): string => {
  const own = readMetrics().filter(({ name }) => name.startsWith('slipway_'));
  return renderPage('Metrics', 'npm run docs', [
    "`GET /metrics` returns these in Prometheus text format, along with Node.js's own `process_*` and `nodejs_*`. Alerts are in [OPERATIONS.md](../OPERATIONS.md#monitor).",
    renderTable(
      ['Metric', 'Labels', 'Meaning'],
      own
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(({ name, help, labelNames }) => [code(name), labelNames.map(code).join(', '), help]),
    ),
  ]);
};
