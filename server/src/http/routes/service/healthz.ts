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
  responses: { 200: Type.Object({ status: Type.Literal('ok') }) },
  problems: [],
  handle: async ({ request, query }, { domainChecks, sites }: Needs<'domainChecks' | 'sites'>) => {
    const proof = domainChecks.prove(query.nonce, sites.requestedHost(request.raw));
    return { ...ok({ status: 'ok' }), headers: proof === undefined ? {} : { [presenceHeader]: proof } };
  },
});
