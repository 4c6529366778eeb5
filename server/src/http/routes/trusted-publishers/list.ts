import { TrustedPublisher } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderTrustedPublisher } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

export const listTrustedPublishers = appRoute({
  summary: 'List trusted publishers',
  description: 'CI pipelines that can publish, their pinned IDs and last exchange.',
  responses: { 200: Type.Object({ trustedPublishers: Type.Array(TrustedPublisher) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { trustedPublishing }: Needs<'trustedPublishing'>) =>
    ok({
      trustedPublishers: (await trustedPublishing.listTrustedPublishers(caller.app)).map(
        renderTrustedPublisher,
      ),
    }),
});
