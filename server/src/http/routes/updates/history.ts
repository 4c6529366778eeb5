import { History } from '@slipway/api';
import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { parsePublicLimit } from '../../query/numbers.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.8. */
export const readHistory = siteRoute({
  summary: 'Read the published releases, last published first',
  description:
    'For a page of releases or a changelog: what is published, in all channels or one, with download addresses, sizes and SHA-256 values.',
  params: ['publicSlug'],
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Only this channel; all unless given.' })),
    target: Type.Optional(Type.String({ description: 'Only the files for this target.' })),
    limit: Type.Optional(
      Type.String({ description: 'A whole number, clamped to 1–100; anything else reads as 20.' }),
    ),
  }),
  responses: { 200: History, 304: 'The client has the answer.' },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ site, params, query, request, reply }, needs: Needs<'pages' | 'sendResponse'>) => {
    if (params.publicSlug !== site.app.publicSlug) throw notFound('app');
    const { channel, target } = query;
    const { answer } = await needs.pages.history(site, {
      channel,
      target,
      limit: parsePublicLimit(query.limit),
    });
    reply.hijack();
    needs.sendResponse(request.raw, reply.raw, answer);
    return alreadySent;
  },
});
