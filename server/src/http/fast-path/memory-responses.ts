import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { Check, VersionResponse } from '../checks/check.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { Links } from '../hosts/links.ts';
import type { Sites } from '../hosts/sites.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { DownloadPages } from '../pages/download-pages.ts';
import type { CachedPage } from '../pages/page-cache.ts';
import type { PublicPages } from '../pages/pages.ts';
import type { PreparedResponse } from '../response/response.ts';

/*
 * Update checks, latest, history, feeds and download pages below the framework: the same answers, from the same functions, for requests
 * whose site and answer are in memory. Everything else, and every other address, goes on to the framework.
 */

/** A check's path up to the version, written plainly: whatever else may be another route, which the framework knows. */
const plainAddress = /^\/releases\/(?!v1\/|download\/)([^/%]+)\/([^/%]+)\/([^/%]+)$/;

/** An answer that is in memory. */
export interface MemoryResponse {
  readonly answer: PreparedResponse;
  /** The address in the table, by which requests are counted. */
  readonly route: string;
  readonly site: Site;
  /** Of a check that was asked before: what was known then. */
  readonly recalled?: VersionResponse | undefined;
}

/** Finds the answer to a request if that takes no waiting, and counts who asks; undefined when the framework has to. */
export type FindMemoryResponse = (request: PlainRequest) => MemoryResponse | undefined;

export const createMemoryResponses = (needs: {
  sites: Sites;
  check: Check;
  pages: PublicPages;
  downloadPages: DownloadPages;
  feeds: Feeds;
  metrics: Metrics;
  links: Links;
}): FindMemoryResponse => {
  const { sites, check, pages, downloadPages, feeds, metrics, links } = needs;

  /** What is known of a version that asks at this path for the first time, where it is a check's. */
  const lookAhead = (site: Site, path: string): VersionResponse | undefined => {
    const slash = path.lastIndexOf('/');
    const version = path.slice(slash + 1);
    const [, channel = '', target = '', arch = ''] = plainAddress.exec(path.slice(0, slash)) ?? [];
    if (channel === '' || version === '' || version.includes('%')) return undefined;
    if (check.findAdapter(site.app) === undefined) return undefined;
    return check.lookAhead(check.prepareFor(site, { channel, target, arch }), version);
  };

  const answerCheck = (site: Site, url: string, request: PlainRequest): MemoryResponse | undefined => {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const recalled = check.recall(site, path);
    const known = recalled ?? lookAhead(site, path);
    if (known === undefined) return undefined;
    const { outcome, answer } = check.answerTo(known, request);
    metrics.check(known.adapter, outcome);
    return { answer, route: links.check, site, recalled };
  };

  /** What is at an address that is no check's. */
  const findPage = (site: Site, url: string, request: PlainRequest): CachedPage | undefined => {
    if (url.startsWith('/releases/v1/')) return pages.find(site, url);
    if (url.startsWith('/releases/')) return undefined;
    return url === links.page ? downloadPages.find(site, request) : feeds.find({ site, request }, url);
  };

  return (request) => {
    const { url, method } = request;
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const mayBeCheck = url.startsWith('/releases/');
    if (!mayBeCheck && !url.startsWith('/feeds/') && url !== links.page) return undefined;
    const site = sites.peek(request);
    if (site === undefined) return undefined;
    const page = findPage(site, url, request);
    if (page !== undefined) return { answer: page.answer, route: page.route, site };
    return mayBeCheck ? answerCheck(site, url, request) : undefined;
  };
};
