import type { IncomingHttpHeaders } from 'node:http';
import type { LatestLinks, Visitor } from '../../domain/delivery/latest-links.ts';
import { defaultChannel } from '../../domain/model/channel.ts';
import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { visitorHintHeaders, visitorOf } from '../client/visitor.ts';
import { type Links, latestDownloadPath } from '../hosts/links.ts';
import { htmlContentType, pageHeadersFor } from '../response/html.ts';
import { prepareResponse } from '../response/response.ts';
import { renderDownloadPage, renderEmptyPage } from './download-page/render.ts';
import { downloadPageStyle } from './download-page/style.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

/*
 * Download pages, cached per kind of visitor. Systems and architectures come from short lists, so the number of pages
 * is bounded.
 */

const nobody: Visitor = { system: undefined, arch: undefined };
const headers = pageHeadersFor(downloadPageStyle);

const nameOf = (channel: string, { system, arch }: Visitor): string =>
  `page/${channel}/${system === undefined ? '' : `${system}/${arch ?? ''}`}`;

export const createDownloadPages = (needs: {
  latestLinks: Pick<LatestLinks, 'filesOf'>;
  links: Pick<Links, 'page' | 'permanent'>;
  cache: PageCache;
}) => {
  const { latestLinks, links, cache } = needs;

  const render = (site: Site, channel: string, visitor: Visitor): CachedPage | undefined => {
    const offers = latestLinks.filesOf(site, channel);
    if (offers.length === 0) return undefined;
    // A single file needs no sorting, so all visitors share the page.
    const isSorted = offers.length > 1;
    const body = renderDownloadPage({
      ...{ app: site.app, channel, offers, visitor: isSorted ? visitor : nobody },
      linkTo: (target) => latestDownloadPath(links, { channel, target }),
    });
    const more = isSorted ? { ...headers, ...visitorHintHeaders } : headers;
    const rendered = { status: 200, contentType: htmlContentType, body } as const;
    return { route: links.page, answer: prepareResponse(rendered, isSorted ? 'private' : 'public', more) };
  };

  /** Undefined if the app's page is off or the channel has no file. */
  const pageFor = (site: Site, channel: string, visitor: Visitor): CachedPage | undefined => {
    if (!site.app.page || !site.channels.has(channel)) return undefined;
    const name = nameOf(channel, visitor);
    const cached = cache.find(site, name);
    if (cached !== undefined) return cached;
    const page = render(site, channel, visitor);
    return page && cache.store(site, name, page);
  };

  /** The page of a channel without files. Unknown channels get it only in browsers. */
  const emptyPageFor = ({ app }: Site, channel: string, { accept = '' }: IncomingHttpHeaders) =>
    app.page && (channel === defaultChannel || accept.includes('text/html'))
      ? ({ status: 200, contentType: htmlContentType, headers, body: renderEmptyPage(app) } as const)
      : undefined;

  /** The page of the default channel, if it is in memory. */
  const find = (site: Site, { headers: requestHeaders }: PlainRequest): CachedPage | undefined =>
    site.app.page ? cache.find(site, nameOf(defaultChannel, visitorOf(requestHeaders))) : undefined;

  return { pageFor, emptyPageFor, find };
};
export type DownloadPages = ReturnType<typeof createDownloadPages>;
