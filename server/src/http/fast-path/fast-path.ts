import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { createCheckResponseCache } from '../checks/check-response-cache.ts';
import { isPreview } from '../client/preview.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { prepareFastPathResponse } from '../response/prepared-response.ts';
import type { SendResponse } from '../response/response.ts';
import type { RequestLog } from '../server/request-log.ts';
import { createMemoryResponses, type MemoryResponse } from './memory-responses.ts';

/* Answers from memory, before and after node:http, with metrics and logs. */

type Needs = Omit<Parameters<typeof createMemoryResponses>[0], 'metrics'> &
  Omit<Parameters<typeof createCheckResponseCache>[0], 'route' | 'metrics'> & {
    metrics: Metrics;
    logger: Logger;
    requestLog: Pick<RequestLog, 'quick'>;
    sendAnswer: SendResponse;
  };

export const createFastPathResponder = (needs: Needs) => {
  const { metrics, logger, requestLog, sendAnswer, links } = needs;
  const find = createMemoryResponses(needs);
  const isLogged = logger.isLevelEnabled('debug');
  // The cache can't log each check, so debug logging disables it.
  const racked = isLogged ? undefined : createCheckResponseCache({ ...needs, route: links.check });

  const tell = (request: PlainRequest, { route, site }: MemoryResponse, status: number): void => {
    metrics.request(route, String(status));
    if (isLogged) logger.debug(requestLog.quick(request, status, site.app.slug), 'request');
  };

  const findReady = (asked: PlainRequest): FastPathResponse | undefined => {
    const quick = find(asked);
    if (quick === undefined) return undefined;
    if (quick.recalled !== undefined) racked?.keep(quick.site, quick.recalled, asked);
    const ready = prepareFastPathResponse(asked, quick.answer);
    tell(asked, quick, ready.status);
    return ready;
  };

  return {
    /** Answers a request that node:http has parsed; false if the framework must. */
    answer: (request: IncomingMessage, response: ServerResponse): boolean => {
      const quick = isPreview(request) ? undefined : find(request);
      if (quick === undefined) return false;
      tell(request, quick, sendAnswer(request, response, quick.answer));
      return true;
    },
    /** Answers a plain request before node:http parses it. */
    answerAtDoor: (asked: PlainRequest): FastPathResponse | undefined => {
      const ready = racked?.answer(asked) ?? findReady(asked);
      if (ready !== undefined) metrics.atDoor(1);
      return ready;
    },
  };
};
