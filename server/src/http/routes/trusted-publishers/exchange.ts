import { Exchange, exampleProvenance, exampleSecret, Key } from '@slipway/api';
import { Type } from 'typebox';
import { created, openRoute } from '../../routing/route.ts';
import { renderKey } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const exchangeToken = openRoute({
  summary: 'Exchange the token of a trusted pipeline for a key',
  description:
    'For pipelines that have no key: the token that their own service signs, for the origin of this service as its one audience, becomes a key of the app that lives for minutes. Each token is good for one key. An unknown app and a token that no policy of the app is about get the same answer.',
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
