import type { Metrics } from './http/metrics.ts';
import type { Verbs } from './http/verbs.ts';

/* Numbers of this process that are read only when someone asks for the metrics. */

export const showProcessMetrics = (
  metrics: Metrics,
  sources: { catalog: Verbs['catalog']; activeDownloads: () => number; droppedLogLines: () => number },
): void => {
  const { catalog, activeDownloads, droppedLogLines } = sources;
  metrics.gauge('slipway_active_downloads', 'Downloads under way.', activeDownloads);
  metrics.gauge('slipway_catalog_bytes', 'Rough size of the catalog.', () => catalog.stats().weightBytes);
  metrics.gauge('slipway_catalog_sites', 'Hosts in the catalog.', () => catalog.stats().sites);
  metrics.total(
    'slipway_log_lines_dropped_total',
    'Log lines dropped because the log could not be written.',
    droppedLogLines,
  );
};
