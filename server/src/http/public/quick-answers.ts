import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Site } from '../../domain/nouns/site.ts';
import type { Answer, SendAnswer } from '../answer/answer.ts';
import type { Links } from '../links.ts';
import type { Metrics } from '../metrics.ts';
import type { Check, Prepared } from './check.ts';
import type { DownloadPages } from './download-pages.ts';
import type { Feeds } from './feeds.ts';
import type { CachedPage } from './page-cache.ts';
import type { PublicPages } from './pages.ts';
import type { Sites } from './sites.ts';

/*
 * Update checks, latest, history, feeds and download pages below the framework: the same answers, from the same functions, for requests
 * whose site and answer are in memory. Everything else, and every other address, goes on to the framework.
 */

/** A check's path up to the version, written plainly: whatever else may be another route, which the framework knows. */
const plainAddress = /^\/releases\/(?!v1\/|download\/)([^/%]+)\/([^/%]+)\/([^/%]+)$/;

/** Answers a request if that takes no waiting; false when the framework has to. */
export type QuickAnswers = (request: IncomingMessage, response: ServerResponse) => boolean;

export const createQuickAnswers = (needs: {
  sites: Sites;
  check: Check;
  pages: PublicPages;
  downloadPages: DownloadPages;
  sendAnswer: SendAnswer;
  feeds: Feeds;
  metrics: Metrics;
  links: Links;
  /** Told of each answer where successful public requests are logged. */
  onAnswered: ((request: IncomingMessage, status: number, app: string) => void) | undefined;
}): QuickAnswers => {
  const { sites, check, pages, downloadPages, feeds, sendAnswer, metrics, links, onAnswered } = needs;

  const prepare = (site: Site, path: string): Prepared | undefined => {
    const [, channel = '', target = '', arch = ''] = plainAddress.exec(path) ?? [];
    if (channel === '' || check.findAdapter(site.app) === undefined) return undefined;
    return check.prepareFor(site, { channel, target, arch });
  };

  const checkAnswer = (site: Site, url: string, request: IncomingMessage): Answer | undefined => {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const slash = path.lastIndexOf('/');
    const currentVersion = path.slice(slash + 1);
    if (currentVersion === '' || currentVersion.includes('%')) return undefined;
    const place = path.slice(0, slash);
    const prepared = check.find(site, place) ?? prepare(site, place);
    if (prepared === undefined) return undefined;
    const { outcome, answer } = check.answerFor(prepared, currentVersion, request);
    metrics.check(prepared.adapter.id, outcome);
    return answer;
  };

  /** What is at an address that is no check's. */
  const findPage = (site: Site, url: string, request: IncomingMessage): CachedPage | undefined => {
    if (url.startsWith('/releases/v1/')) return pages.find(site, url);
    if (url.startsWith('/releases/')) return undefined;
    return url === links.page ? downloadPages.find(site, request) : feeds.find({ site, request }, url);
  };

  return (request, response) => {
    const { url, method } = request;
    if (method !== 'GET' || url === undefined) return false;
    const mayBeCheck = url.startsWith('/releases/');
    if (!mayBeCheck && !url.startsWith('/feeds/') && url !== links.page) return false;
    const site = sites.peek(request);
    if (site === undefined) return false;
    const page = findPage(site, url, request);
    const answer = page === undefined && mayBeCheck ? checkAnswer(site, url, request) : page?.answer;
    if (answer === undefined) return false;
    const status = sendAnswer(request, response, answer);
    metrics.request(page === undefined ? links.check : page.route, String(status));
    onAnswered?.(request, status, site.app.slug);
    return true;
  };
};
