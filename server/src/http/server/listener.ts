import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';
import { createFastPath } from '../../node/fast-path.ts';
import type { FastPathHandler } from '../../node/fast-path-handler.ts';
import { createServer } from '../../node/http-module.ts';
import { keepAliveSeconds } from '../../node/response-head.ts';
import { limitPartialHeaders } from '../limits/partial-header-limit.ts';
import { guardPipelining } from '../limits/pipelining-guard.ts';
import { HttpRefusal, problemHeaders, problemOf, renderProblem } from '../response/problems.ts';
import { corsHeaders } from '../response/public-headers.ts';

/*
 * Listeners open before the server is ready: a port in use fails startup at once, and clients get a 503 while the
 * server waits for the database.
 */

export interface Listener {
  readonly port: number;
  /** Sets the request handler, and optionally the fast path's handler for plain requests. */
  serve(handle: RequestListener, fastPathHandler?: FastPathHandler): void;
  /** Stops accepting connections and gives responses this long to finish. */
  close(graceMs: number): Promise<void>;
}

const respondStarting: RequestListener = (request, response) => {
  if (request.url === '/healthz') {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}');
    return;
  }
  const error = new HttpRefusal('database-unavailable', 'The server is waiting for its database.');
  const headers = { ...problemHeaders(error.code), ...corsHeaders };
  response.writeHead(503, headers).end(JSON.stringify(renderProblem(problemOf(error))));
};

/** The path of an absolute URL, if its host matches. */
const pathOn = (host: string | undefined, url: string): string | undefined => {
  const [, named = '', path = ''] = /^https?:\/\/([^/?#]+)(\/.*)?$/i.exec(url) ?? [];
  return named !== '' && named.toLowerCase() === host?.toLowerCase() ? path || '/' : undefined;
};

/** RFC 9112 §3.2.2: an absolute URL overrides the Host header. Both must agree, so that no choice is needed. */
const isPlainTarget = (request: IncomingMessage): boolean => {
  const { url = '', headers, httpVersion } = request;
  // RFC 9112 §3.2: a request target has no fragment; reject a raw `#` instead of dropping the rest.
  if (!hasOneHost(headers.host, httpVersion) || url.includes('#')) return false;
  if (url.startsWith('/') || url === '*') return true;
  const path = pathOn(headers.host, url);
  if (path !== undefined) request.url = path;
  return path !== undefined;
};

/** RFC 9112 §3.2: a missing or repeated Host is 400. The parser joins duplicates with a comma. */
const hasOneHost = (host: string | undefined, httpVersion: string): boolean =>
  host === undefined ? httpVersion === '1.0' : !host.includes(',');

const badTarget: RequestListener = (_request, response) => {
  const error = new HttpRefusal(
    'bad-request',
    'Send exactly one Host header and a path, with # encoded as %23.',
  );
  response.writeHead(400, { ...problemHeaders(error.code), ...corsHeaders, connection: 'close' });
  response.end(JSON.stringify(renderProblem(problemOf(error))));
};

/** The parser silently drops headers beyond its limit. */
const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length > 2 * bounds.headers;

const tooManyHeaders: RequestListener = (_request, response) => {
  const error = new HttpRefusal(
    'headers-too-large',
    `Too many headers: at most ${bounds.headers} are allowed.`,
  );
  response.writeHead(431, { ...problemHeaders(error.code), ...corsHeaders, connection: 'close' });
  response.end(JSON.stringify(renderProblem(problemOf(error))));
};

const awaitsContinue = ({ headers }: IncomingMessage): boolean =>
  headers.expect !== undefined && /100-continue/i.test(headers.expect);

/** Requests that the parser rejects never reach a handler, but also get a problem response. */
const handleClientErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const code = isLarge ? 'headers-too-large' : 'bad-request';
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const detail = isLarge
      ? 'The request headers are too large.'
      : isLate
        ? 'The request did not arrive in time.'
        : 'The request is not valid HTTP.';
    const body = JSON.stringify(renderProblem({ code, detail }));
    const status = isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const headers = Object.entries({
      ...problemHeaders(code),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
    // Closing at once could lose the response; a client that never hangs up is closed after the timeout.
    setTimeout(() => socket.destroy(), bounds.lingerSeconds * 1000).unref();
  });
};

export interface ListenerLimits {
  /** For a whole request; 0 is unlimited. */
  requestTimeoutMs: number;
  /** For the headers alone, 20 s by default, and how often to check it. */
  headersTimeoutMs?: number;
  checkEveryMs?: number;
  /** For an idle connection; 0 is unlimited. */
  idleTimeoutMs: number;
  /** Sends `100 Continue` before the handler sees the request. */
  autoContinue: boolean;
}

const idleSweepMs = 100;
/** A client that connected just before shutdown may have its first request on the way. */
const arrivalMs = 1000;

export const openListener = async (
  { host, port }: { host: string; port: number },
  limits: ListenerLimits,
): Promise<Listener> => {
  let handle: RequestListener = respondStarting;
  let isClosing = false;
  const headersTimeout = limits.headersTimeoutMs ?? bounds.headSeconds * 1000;
  const server = createServer(
    {
      // Times out slow headers and bodies. Joining duplicate headers makes them detectable.
      headersTimeout,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs ?? 5000,
      keepAliveTimeout: keepAliveSeconds * 1000,
      joinDuplicateHeaders: true,
      requireHostHeader: false,
      insecureHTTPParser: false,
      noDelay: true,
      highWaterMark: 64 * 1024,
      maxHeaderSize: bounds.headBytes,
    },
    (request, response) => answer(request, response),
  );
  const answer = guardPipelining((request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    if (limits.autoContinue && awaitsContinue(request)) response.writeContinue();
    if (hasTooManyHeaders(request)) tooManyHeaders(request, response);
    else if (isPlainTarget(request)) handle(request, response);
    else badTarget(request, response);
  });
  server.on('checkContinue', answer);
  // Ignore unknown expectations, as RFC 9110 §10.1.1 allows.
  server.on('checkExpectation', answer);
  server.maxConnections = bounds.connections;
  server.maxHeadersCount = bounds.headers + 1;
  const fastPath = createFastPath(server, {
    firstRequestMs: headersTimeout,
    sweepIntervalMs: limits.checkEveryMs ?? 1000,
  });
  const stopWatching = limitPartialHeaders(server, () => fastPath.listUnused());
  server.timeout = limits.idleTimeoutMs;
  handleClientErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (next, fastPathHandler) => {
      handle = next;
      if (fastPathHandler !== undefined) fastPath.enable(fastPathHandler);
    },
    close: async (graceMs) => {
      isClosing = true;
      fastPath.disable();
      const since = performance.now();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Connections become idle when their response ends; close them before the next request.
      const sweeper = setInterval(() => {
        server.closeIdleConnections();
        fastPath.closeIdle(performance.now() - since > arrivalMs);
      }, idleSweepMs);
      const timer = setTimeout(() => {
        server.closeAllConnections();
        fastPath.closeAll();
      }, graceMs);
      await closed;
      stopWatching();
      clearInterval(sweeper);
      clearTimeout(timer);
    },
  };
};
