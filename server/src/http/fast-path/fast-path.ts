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
  Omit<Parameters<typeof createCheckResponseCache>[0], 'route' | 'metrics' | 'log'> & {
    metrics: Metrics;
    logger: Logger;
    requestLog: Pick<RequestLog, 'forFastPath'>;
    sendResponse: SendResponse;
  };

export const createFastPathResponder = (needs: Needs) => {
  const { metrics, logger, requestLog, sendResponse, links } = needs;
  const find = createMemoryResponses(needs);
  const writeLine = (request: PlainRequest, status: number, app: string | undefined): void =>
    logger.debug(requestLog.forFastPath(request, status, app), 'request');
  // Fixed at startup: asking the logger for each check would cost more than the rest of a cached response.
  const log = logger.isLevelEnabled('debug') ? writeLine : undefined;
  const checkCache = createCheckResponseCache({ ...needs, route: links.check, log });

  const record = (request: PlainRequest, { route, site }: MemoryResponse, status: number): void => {
    metrics.request(route, String(status));
    log?.(request, status, site.app.slug);
  };

  const findReady = (plainRequest: PlainRequest): FastPathResponse | undefined => {
    const quick = find(plainRequest);
    if (quick === undefined) return undefined;
    if (quick.cachedVersion !== undefined) checkCache.store(quick.site, quick.cachedVersion, plainRequest);
    const ready = prepareFastPathResponse(plainRequest, quick.answer);
    record(plainRequest, quick, ready.status);
    return ready;
  };

  return {
    /** Answers a request that node:http has parsed; false if the framework must. */
    respond: (request: IncomingMessage, response: ServerResponse): boolean => {
      const quick = isPreview(request) ? undefined : find(request);
      if (quick === undefined) return false;
      record(request, quick, sendResponse(request, response, quick.answer));
      return true;
    },
    /** Answers a plain request before node:http parses it. */
    respondRaw: (plainRequest: PlainRequest): FastPathResponse | undefined => {
      const ready = checkCache.answer(plainRequest) ?? findReady(plainRequest);
      if (ready !== undefined) metrics.fastPath(1);
      return ready;
    },
  };
};
