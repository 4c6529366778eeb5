import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../domain/nouns/actor.ts';
import { notFound } from '../domain/nouns/errors.ts';
import type { Site } from '../domain/nouns/site.ts';
import { EdgeRefusal, nowhere, problemHeaders, problemOf, renderProblem } from './answer/problems.ts';
import { crossOrigin } from './answer/public-headers.ts';
import { createSender } from './answer/send-artifact.ts';
import type { Metrics } from './metrics.ts';
import { renderOpenapi } from './openapi/openapi.ts';
import { createCheck } from './public/check.ts';
import { createPublicPages } from './public/pages.ts';
import { createQuickAnswers } from './public/quick-answers.ts';
import { createSites, type Sites, type Trusts } from './public/sites.ts';
import { type Actors, createActors } from './request/actor.ts';
import { refuseBroken, refuseCompressed, refuseTooDeep, takeJson } from './request/intake.ts';
import { refuseInvalid, validatorOptions } from './request/validation.ts';
import type { Access, Call, Edge, Route } from './route.ts';
import { type TableRow, table } from './table.ts';
import type { Verbs } from './verbs.ts';

/* Turns the table of routes into a running edge. Nothing here knows what any route does. */

export interface EdgeOptions {
  verbs: Verbs;
  metrics: Metrics;
  logger: Logger;
  version: string;
  /** Whose X-Forwarded-* is believed; undefined: nobody's. */
  trusts: Trusts | undefined;
  /** A client slower than this over so long is let go of. */
  slowest: { minBytesPerSecond: number; patienceSeconds: number };
}

const bodyLimitBytes = 1024 * 1024;
/** node:http takes no longer heads: whatever a path holds is looked up, never refused for its length. */
const maxPathBytes = 16 * 1024;

/** What the hooks learn about a request before its handler runs. */
interface Known {
  actor?: Actor;
  site?: Site;
}
const known = new WeakMap<FastifyRequest, Known>();

const isPublic = (access: Access | undefined): boolean => access === 'site';

const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const facts = problemOf(error);
  if (facts.code === 'internal') request.log.error({ err: error }, 'request failed');
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause !== undefined) request.log.warn({ err: cause, code: facts.code }, 'request refused');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const problem = renderProblem(facts, request.id);
  const headers = error instanceof EdgeRefusal ? error.headers : {};
  const crossing = isPublic(request.routeOptions.config.access) ? crossOrigin : {};
  void reply
    .code(problem.status)
    .headers({ ...problemHeaders(facts.code), ...crossing, ...headers })
    .send(JSON.stringify(problem));
};

/** On an app's host only public paths answer; public paths answer nowhere else. */
const admit = async (
  request: FastifyRequest,
  access: Access,
  deps: { sites: Sites; actors: Actors },
): Promise<void> => {
  if (access === 'every-host') return;
  const site = await deps.sites.find(request.raw);
  if (isPublic(access)) {
    if (site === undefined) throw notFound('app on this host');
    known.set(request, { site });
    return;
  }
  if (site !== undefined) throw nowhere();
  if (access !== 'anyone') known.set(request, { actor: await deps.actors(request, access) });
};

const handlerOf = (route: Route, edge: Edge) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { actor, site } = known.get(request) ?? {};
  const params = request.params as Record<string, string>;
  const call = {
    ...edge,
    params,
    query: request.query,
    body: request.body,
    actor,
    site,
    caller: { app: params.app, actor },
    request,
    reply,
  } as unknown as Call<never, never>;
  const result = await route.handle(call);
  if (result === 'written') return reply;
  const { status, headers = {}, contentType = 'application/json; charset=utf-8', body } = result;
  reply.code(status).headers({ 'x-content-type-options': 'nosniff', ...headers });
  if (headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
  if (body === undefined) return reply.send();
  return reply.type(contentType).send(typeof body === 'string' ? body : JSON.stringify(body));
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    route?: Route;
  }
}

const mount = (app: FastifyInstance, [method, url, access, route]: TableRow, edge: Edge): void => {
  app.route({
    method,
    url,
    config: { access, route },
    attachValidation: true,
    schema: {
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
    },
    handler: handlerOf(route, edge),
  });
};

const createFramework = ({ logger, trusts }: EdgeOptions) =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: maxPathBytes, ignoreTrailingSlash: false },
    trustProxy: trusts === undefined ? false : (address: string) => trusts(address),
    ajv: validatorOptions,
    schemaErrorFormatter: (errors) => refuseInvalid(errors),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply as unknown as FastifyReply),
  });

export interface HttpEdge {
  /** Answers one request. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Downloads under way. */
  activeDownloads(): number;
  close(): Promise<void>;
}

/** Builds the edge; it listens to nothing by itself. */
export const createHttpEdge = async (options: EdgeOptions): Promise<HttpEdge> => {
  const { verbs, metrics, logger } = options;
  const openapi = renderOpenapi(table, options.version);
  const sender = createSender(options.slowest);
  const check = createCheck(verbs.adapters);
  const edge: Edge = {
    verbs,
    metrics,
    check,
    sender,
    pages: createPublicPages(verbs.updating),
    openapi: () => openapi,
  };
  const sites = createSites({ catalog: verbs.catalog, hosts: verbs.hosts, trusts: options.trusts });
  const actors = createActors(verbs.authenticating);

  const app = createFramework(options);
  takeJson(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(nowhere(), request, reply));
  app.addHook('onRequest', async (request, reply) => {
    if (/^[^?]*%00/.test(request.url)) throw nowhere();
    const { access } = request.routeOptions.config;
    // Before anyone reads a body that is for nobody.
    if (access === undefined) throw nowhere();
    if (!isPublic(access)) reply.header('x-request-id', request.id);
    await admit(request, access, { sites, actors });
    refuseCompressed(request);
  });
  app.addHook('preValidation', async (request) => refuseTooDeep(request));
  app.addHook('preHandler', async (request) => refuseBroken(request, verbs));
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', config } = request.routeOptions;
    metrics.request(url, String(reply.raw.statusCode));
    const line = { method: request.method, url: request.url.split('?', 1)[0], status: reply.raw.statusCode };
    const isQuiet = reply.raw.statusCode < 400 && (isPublic(config.access) || config.access === 'every-host');
    request.log[isQuiet ? 'debug' : 'info']({ ...line, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  for (const row of table) mount(app, row, edge);
  await app.ready();

  const onAnswered = logger.isLevelEnabled('debug')
    ? (request: IncomingMessage, status: number) =>
        logger.debug({ method: 'GET', url: request.url, status }, 'request')
    : undefined;
  const answerQuickly = createQuickAnswers({ sites, check, pages: edge.pages, metrics, onAnswered });
  return {
    handle: (request, response) => {
      if (!answerQuickly(request, response)) app.routing(request, response);
    },
    activeDownloads: () => sender.active(),
    close: async () => {
      sender.close();
      await app.close();
    },
  };
};
