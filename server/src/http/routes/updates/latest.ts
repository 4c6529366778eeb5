import { Latest, NoLatest } from '@slipway/api';
import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.7. */
export const readLatest = siteRoute({
  summary: 'Get the latest release of a channel',
  description: 'The newest release of a channel with its files; `release` is null until one is published.',
  params: ['publicSlug'],
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Default: `stable`.' })),
    target: Type.Optional(Type.String({ description: 'Only files for this target.' })),
  }),
  responses: { 200: Type.Union([Latest, NoLatest]), 304: 'Not modified.' },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ site, params, query, request, reply }, needs: Needs<'pages' | 'sendResponse'>) => {
    if (params.publicSlug !== site.app.publicSlug) throw notFound('app');
    const { answer } = needs.pages.latest(site, { ...query, limit: 1 });
    reply.hijack();
    needs.sendResponse(request.raw, reply.raw, answer);
    return alreadySent;
  },
});
