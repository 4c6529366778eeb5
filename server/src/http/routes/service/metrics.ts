import { openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readMetrics = openRoute({
  summary: 'Read the metrics, in Prometheus’ text format',
  description:
    'Requests, checks, bytes, publishes and timings for Prometheus. The numbers are at most a second old. Keep it from the public with a rule of your proxy if you prefer.',
  responses: { 200: 'Prometheus text.' },
  problems: [],
  handle: async (_, { metrics }: Needs<'metrics'>) => ({
    status: 200,
    contentType: metrics.registry.contentType,
    headers: { 'cache-control': 'no-store' },
    body: await metrics.render(),
  }),
});
