import { History } from '@slipway/api';
import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { parsePublicLimit } from '../../query/numbers.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.8. */
export const readHistory = siteRoute({
  summary: 'List published releases, newest first',
  description: 'Published releases of one or all channels, with download URLs, sizes and SHA-256 values.',
  params: ['publicSlug'],
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Only this channel. Default: all.' })),
    target: Type.Optional(Type.String({ description: 'Only files for this target.' })),
    limit: Type.Optional(
      Type.String({ description: 'A whole number, clamped to 1–100; other values mean 20.' }),
    ),
  }),
  responses: { 200: History, 304: 'Not modified.' },
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
