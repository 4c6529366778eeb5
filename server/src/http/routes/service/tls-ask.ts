import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { parseHost } from '../../../domain/model/host.ts';
import { ok, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** For proxies with on-demand certificates: only app hosts get one. */
export const checkTlsHost = openRoute({
  summary: 'Check whether a host belongs to an app',
  description:
    'For proxies with on-demand certificates, such as Caddy: 200 if the host belongs to an app, otherwise 404.',
  query: Type.Object({ domain: Type.String({ description: 'The host to check.' }) }),
  responses: { 200: Type.Object({ domain: Type.String() }) },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ query }, { catalog }: Needs<'catalog'>) => {
    const host = parseHost(query.domain);
    if (host === undefined || (await catalog.find(host)) === undefined) throw notFound('host');
    return ok({ domain: host });
  },
});
