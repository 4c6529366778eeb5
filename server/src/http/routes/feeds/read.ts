import { notFound } from '../../../domain/nouns/errors.ts';
import { siteRoute, written } from '../../route.ts';

/** Documents that are in memory are sent before the framework is asked (quick-answers.ts): the same ones. */
export const readFeed = siteRoute({
  summary: 'Read a document of a feed, as an updater does',
  description:
    'What updaters read that ask for a document and compare versions themselves. `electron` serves electron-updater’s generic provider: `latest.yml`, `latest-mac.yml`, `latest-linux.yml`, `latest-linux-arm64.yml`; in place of `latest` another channel may stand. A query is passed over.',
  params: ['feed', 'channel', '*'],
  answers: { 200: 'The document, in the updater’s own format.', 304: 'The client has it.' },
  problems: ['not-found', 'database-unavailable'],
  handle: async ({ site, params, feeds, request, reply, sendAnswer }) => {
    const page = feeds.read(site, params.feed, { channel: params.channel, rest: params['*'] });
    if (page === undefined) throw notFound('document');
    reply.hijack();
    sendAnswer(request.raw, reply.raw, page.answer);
    return written;
  },
});
