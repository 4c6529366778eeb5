import { Latest, NoLatest } from '@slipway/api';
import { Type } from 'typebox';
import { notFound } from '../../../domain/model/errors.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.7. */
export const readLatest = siteRoute({
  summary: 'Read the latest release of a channel',
  description:
    'For a download page: the newest release of a channel with its files. `release` is null while nothing is published.',
  params: ['publicSlug'],
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'A channel; `stable` unless given.' })),
    target: Type.Optional(Type.String({ description: 'Only the files for this target.' })),
  }),
  responses: { 200: Type.Union([Latest, NoLatest]), 304: 'The client has the answer.' },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ site, params, query, request, reply }, needs: Needs<'pages' | 'sendResponse'>) => {
    if (params.publicSlug !== site.app.publicSlug) throw notFound('app');
    const { answer } = needs.pages.latest(site, { ...query, limit: 1 });
    reply.hijack();
    needs.sendResponse(request.raw, reply.raw, answer);
    return alreadySent;
  },
});
