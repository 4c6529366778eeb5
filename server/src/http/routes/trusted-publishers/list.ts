import { TrustedPublisher } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderTrustedPublisher } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const listTrustedPublishers = appRoute({
  summary: 'List the trusted publishers of an app',
  description: 'Which pipelines may publish, what each is pinned to, and when it last was exchanged a key.',
  responses: { 200: Type.Object({ trustedPublishers: Type.Array(TrustedPublisher) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { trustedPublishing }: Needs<'trustedPublishing'>) =>
    ok({
      trustedPublishers: (await trustedPublishing.listTrustedPublishers(caller.app)).map(
        renderTrustedPublisher,
      ),
    }),
});
