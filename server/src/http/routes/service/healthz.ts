import { Type } from 'typebox';
import { presenceHeader } from '../../../domain/model/presence.ts';
import { ok, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readHealth = openRoute({
  summary: 'Say that the process is alive',
  description:
    'For whoever restarts the process: it answers as long as the process can. It asks neither database nor storage. With a `nonce` the header `Slipway-Presence` proves to this very installation that it was asked, and for which host.',
  query: Type.Object({
    nonce: Type.Optional(
      Type.Unknown({ description: '22–64 letters and digits; anything else is passed over.' }),
    ),
  }),
  responses: { 200: Type.Object({ status: Type.Literal('ok') }) },
  problems: [],
  handle: async ({ request, query }, { domainChecks, sites }: Needs<'domainChecks' | 'sites'>) => {
    const proof = domainChecks.prove(query.nonce, sites.requestedHost(request.raw));
    return { ...ok({ status: 'ok' }), headers: proof === undefined ? {} : { [presenceHeader]: proof } };
  },
});
