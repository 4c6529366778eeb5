import { Type } from 'typebox';
import { bounds } from '../../../domain/model/bounds.ts';
import { defaultChannel } from '../../../domain/model/channel.ts';
import type { Site } from '../../../domain/model/site.ts';
import { visitorOf } from '../../client/visitor.ts';
import { latestDownloadPath } from '../../hosts/links.ts';
import { HttpRefusal } from '../../response/problems.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

type PageNeeds = Needs<'downloadPages' | 'latestLinks' | 'links' | 'sendResponse'>;

/** Names the files' URLs for people who open an app's host in a browser. */
const noPage = ({ latestLinks, links }: PageNeeds, site: Site, channel: string): HttpRefusal => {
  const targets = latestLinks.targetsOf(site, channel).slice(0, bounds.namedTargets);
  const [first] = targets;
  if (first === undefined) return new HttpRefusal('not-found', 'There is no download page here.');
  const address = site.baseUrl + latestDownloadPath(links, { channel, target: first });
  const others = `Targets for that URL: ${targets.join(', ')}.`;
  return new HttpRefusal(
    'not-found',
    `There is no download page here. The newest file is at ${address}. ${others}`,
  );
};

/** The fast path answers first if the page is in memory (memory-responses.ts). */
export const readPage = siteRoute({
  summary: 'Get the download page',
  description:
    'A page without scripts: the newest file for the visitor’s system, then all others. Shows sizes, SHA-256 values and notes. 404 if the app’s `page` is off.',
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Default: `stable`.' })),
  }),
  responses: { 200: 'The page.', 304: 'Not modified.' },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ site, query: { channel = defaultChannel }, request, reply }, needs: PageNeeds) => {
    const page = needs.downloadPages.pageFor(site, channel, visitorOf(request.headers));
    if (page === undefined) {
      const empty = needs.downloadPages.emptyPageFor(site, channel, request.headers);
      if (empty === undefined) throw noPage(needs, site, channel);
      return empty;
    }
    reply.hijack();
    needs.sendResponse(request.raw, reply.raw, page.answer);
    return alreadySent;
  },
});
