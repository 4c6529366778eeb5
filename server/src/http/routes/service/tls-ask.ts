import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { parseHost } from '../../../domain/model/host.ts';
import { ok, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** For proxies with on-demand certificates: only app hosts get one. */
export const checkTlsHost = openRoute({
  summary: 'Say whether a host is an app’s',
  description:
    'For a proxy that fetches certificates on demand, such as Caddy: 200 for a host that belongs to an app, 404 for any other.',
  query: Type.Object({ domain: Type.String({ description: 'The host to ask about.' }) }),
  responses: { 200: Type.Object({ domain: Type.String() }) },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ query }, { catalog }: Needs<'catalog'>) => {
    const host = parseHost(query.domain);
    if (host === undefined || (await catalog.find(host)) === undefined) throw notFound('host');
    return ok({ domain: host });
  },
});
