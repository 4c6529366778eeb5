import { openRoute } from '../../route.ts';

export const readMetrics = openRoute({
  summary: 'Read the metrics, in Prometheus’ text format',
  answers: { 200: 'Prometheus text.' },
  problems: [],
  handle: async ({ metrics }) => ({
    status: 200,
    contentType: metrics.registry.contentType,
    headers: { 'cache-control': 'no-store' },
    body: await metrics.render(),
  }),
});
