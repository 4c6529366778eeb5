import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { UploadInbox } from '../../domain/ports/uploads.ts';
import { createUploadSlots } from '../limits/upload-slots.ts';
import { HttpRefusal, problemHeaders, problemOf, renderProblem } from '../response/problems.ts';
import { corsPreflightHeaders } from '../response/public-headers.ts';

/*
 * The listener of the embedded storage: only PUT to signed URLs (spec 4.3). Like S3, it responds with 200 and an ETag.
 * It checks the signature before the body, so that a client with `Expect: 100-continue` sends nothing to a bad URL.
 */

const allowed = 'OPTIONS, PUT';

const headerText = (headers: IncomingMessage['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));

const wrongMethod = (isAddress: boolean): HttpRefusal =>
  isAddress
    ? new HttpRefusal('method-not-allowed', `Allowed methods: ${allowed}.`, { allow: allowed })
    : new HttpRefusal('not-found', 'This listener only accepts uploads to signed URLs.');

export const createUploadHandler = (inbox: UploadInbox, logger: FastifyBaseLogger) => {
  const slots = createUploadSlots();
  const refuse = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID();
    const facts = problemOf(error);
    const log = logger.child({ reqId: requestId });
    const isGone = response.destroyed;
    if (isGone) log.info({ url: request.url?.split('?', 1)[0] }, 'upload broke off');
    else if (facts.code === 'internal') log.error({ err: error }, 'upload failed');
    else
      log.info(
        { code: facts.code, detail: facts.detail, url: request.url?.split('?', 1)[0] },
        'upload refused',
      );
    if (response.headersSent || isGone) {
      response.destroy();
      return;
    }
    const own = error instanceof HttpRefusal ? error.headers : {};
    const problem = renderProblem(facts, requestId);
    const headers = { ...problemHeaders(facts.code), ...own, ...corsPreflightHeaders, connection: 'close' };
    response.writeHead(problem.status, headers).end(JSON.stringify(problem));
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '/', headers } = request;
    if (method !== 'PUT') throw wrongMethod(inbox.isUploadPath(url));
    const admission = inbox.admit(url, headerText(headers));
    if (request.headers.expect !== undefined) response.writeContinue();
    const { etag } = await admission.receive(slots.watch(request, admission));
    response.writeHead(200, { ...corsPreflightHeaders, etag, 'content-length': 0 }).end();
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'OPTIONS') {
      response
        .writeHead(204, {
          ...corsPreflightHeaders,
          'access-control-allow-methods': 'PUT',
          'access-control-allow-headers': '*',
        })
        .end();
      return;
    }
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    receive(request, response).catch((error: unknown) => refuse(error, request, response));
  };
};
