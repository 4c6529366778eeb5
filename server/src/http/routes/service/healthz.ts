import { Type } from 'typebox';
import { presenceHeader } from '../../../domain/model/presence.ts';
import { ok, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readHealth = openRoute({
  summary: 'Check liveness',
  description:
    'Liveness probe: doesn’t check the database or storage. With `nonce`, the `Slipway-Presence` header proves which installation and host answered.',
  query: Type.Object({
    nonce: Type.Optional(
      Type.Unknown({ description: '22–64 letters and digits; other values are ignored.' }),
    ),
  }),
  responses: {
    200: Type.Object({
      status: Type.Literal('ok'),
      version: Type.String({ description: 'Version of this node.' }),
    }),
  },
  problems: [],
  handle: async ({ request, query }, needs: Needs<'domainChecks' | 'sites' | 'version'>) => {
    const proof = needs.domainChecks.prove(query.nonce, needs.sites.requestedHost(request.raw));
    return {
      ...ok({ status: 'ok', version: needs.version }),
      headers: proof === undefined ? {} : { [presenceHeader]: proof },
    };
  },
});
