import { openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readMetrics = openRoute({
  summary: 'Get Prometheus metrics',
  description:
    'Prometheus metrics, at most a second old. No key required: don’t expose it through your proxy.',
  responses: { 200: 'Prometheus text.' },
  problems: [],
  handle: async (_, { metrics }: Needs<'metrics'>) => ({
    status: 200,
    contentType: metrics.registry.contentType,
    headers: { 'cache-control': 'no-store' },
    body: await metrics.render(),
  }),
});
