import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { Check, VersionResponse } from '../checks/check.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { Links } from '../hosts/links.ts';
import type { Sites } from '../hosts/sites.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { DownloadPages } from '../pages/download-pages.ts';
import type { PublicPages } from '../pages/latest-and-history.ts';
import type { CachedPage } from '../pages/page-cache.ts';
import type { PreparedResponse } from '../response/response.ts';

/*
 * Answers checks, latest, history, feeds and download pages below the framework, if site and response are in memory.
 * Uses the same functions as the framework's routes, which handle everything else.
 */

/** A check's path up to the version, unencoded; the framework routes all others. */
const plainAddress = /^\/releases\/(?!v1\/|download\/)([^/%]+)\/([^/%]+)\/([^/%]+)$/;

export interface MemoryResponse {
  readonly answer: PreparedResponse;
  /** The route's path, as the metrics label. */
  readonly route: string;
  readonly site: Site;
  /** Set if the version was checked before. */
  readonly cachedVersion?: VersionResponse | undefined;
}

/** Finds a response without waiting and counts the reader; undefined if the framework must answer. */
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

  /** Prepares a version's first check at this path; undefined if the path isn't a check's. */
  const prepareVersion = (site: Site, path: string): VersionResponse | undefined => {
    const slash = path.lastIndexOf('/');
    const version = path.slice(slash + 1);
    const [, channel = '', target = '', arch = ''] = plainAddress.exec(path.slice(0, slash)) ?? [];
    if (channel === '' || version === '' || version.includes('%')) return undefined;
    if (check.findAdapter(site.app) === undefined) return undefined;
    return check.prepareVersion(check.prepareFor(site, { channel, target, arch }), version);
  };

  const answerCheck = (site: Site, url: string, request: PlainRequest): MemoryResponse | undefined => {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const cachedVersion = check.findVersion(site, path);
    const versionResponse = cachedVersion ?? prepareVersion(site, path);
    if (versionResponse === undefined) return undefined;
    const { outcome, answer } = check.respondToVersion(versionResponse, request);
    metrics.check(versionResponse.adapter, outcome);
    return { answer, route: links.check, site, cachedVersion };
  };

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
