import { Exchange, exampleProvenance, exampleSecret, Key } from '@slipway/api';
import { Type } from 'typebox';
import { created, openRoute } from '../../routing/route.ts';
import { renderKey } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const exchangeToken = openRoute({
  summary: 'Exchange a CI token for a key',
  description:
    'Exchanges an OIDC token, with this server’s origin as its only audience, for a short-lived key. Each token works once. Unknown apps and untrusted tokens return the same error.',
  example: { key: { lastUsedAt: null, via: exampleProvenance } },
  body: Exchange,
  responses: { 201: Type.Object({ key: Key, secret: Type.String({ examples: [exampleSecret] }) }) },
  problems: [
    'invalid-fields',
    'token-rejected',
    'publisher-untrusted',
    'limit-reached',
    'too-many-requests',
    'issuer-unavailable',
  ],
  handle: async ({ body, request }, needs: Needs<'limitTokenExchange' | 'trustedPublishing'>) => {
    const { key, secret } = await needs.limitTokenExchange(request, () =>
      needs.trustedPublishing.exchange(body),
    );
    return created({ key: renderKey(key), secret });
  },
});
