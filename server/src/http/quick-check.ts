import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAnswer } from './answer.ts';
import type { Check } from './check.ts';
import type { Metrics } from './metrics.ts';
import type { Sites } from './sites.ts';

/*
 * The update check below the framework: the same answers, from the same functions, for requests whose site and
 * answer are in memory. Everything else, and every other address, goes on to the framework.
 */

/** The route's name in metrics and logs, as the framework has it. */
export const checkUrl = '/releases/:channel/:target/:arch/:currentVersion';

export type QuickCheck = (request: IncomingMessage, response: ServerResponse) => boolean;

export const createQuickCheck = (needs: {
  sites: Sites;
  check: Check;
  metrics: Metrics;
  /** Told of each answer where successful public requests are logged. */
  onAnswered: ((request: IncomingMessage, status: number) => void) | undefined;
}): QuickCheck => {
  const { sites, check, metrics, onAnswered } = needs;
  return (request, response) => {
    const { url, method } = request;
    if (method !== 'GET' || url === undefined || !url.startsWith('/releases/')) return false;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const slash = path.lastIndexOf('/');
    const currentVersion = path.slice(slash + 1);
    if (currentVersion === '' || currentVersion.includes('%')) return false;
    const site = sites.peek(request);
    const prepared = site === undefined ? undefined : check.recall(site, path.slice(0, slash));
    if (prepared === undefined) return false;
    const outcome = check.outcomeFor(prepared, currentVersion);
    metrics.check(prepared.adapter.id, outcome);
    const status = sendAnswer(request, response, check.answerWith(prepared, outcome));
    metrics.request(checkUrl, String(status));
    onAnswered?.(request, status);
    return true;
  };
};
