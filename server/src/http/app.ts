import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createLinking } from '../domain/delivery/latest-links.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Doorkeeper } from '../node/fast-path-handler.ts';
import { createActors } from './auth/actors.ts';
import { createSessionCookie } from './auth/session-cookie.ts';
import { createExchanging } from './auth/token-exchange.ts';
import { createBodyRoom } from './body/body-memory.ts';
import { validatorOptions } from './body/contract-keywords.ts';
import { expectNoBody, refuseBody, supposeBody } from './body/no-body.ts';
import { boundBody, refuseBroken, refuseCompressed, takeJson } from './body/parse-body.ts';
import { seatBody } from './body/read-body.ts';
import { refuseInvalid } from './body/validation.ts';
import { createCheck } from './checks/check.ts';
import { createCountedChecks } from './checks/check-counts.ts';
import { createClientFacts, createSenders } from './client/client-hints.ts';
import { createNetworkNumbers } from './client/network-prefix.ts';
import { type BuiltFiles, createDashboard } from './dashboard/dashboard.ts';
import { createAnswersAtOnce } from './fast-path/fast-path.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { Links } from './hosts/links.ts';
import { createSites, type Trusts } from './hosts/sites.ts';
import { createQueues } from './limits/concurrency-limits.ts';
import { createFailedAttempts } from './limits/failed-attempts.ts';
import { createNetworkLimit } from './limits/network-limit.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DeploymentUrls } from './openapi/document.ts';
import { createDocuments } from './openapi/documents.ts';
import { createDownloadPages } from './pages/download-pages.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPublicPages } from './pages/pages.ts';
import { nowhere } from './response/problems.ts';
import { crossOrigin } from './response/public-headers.ts';
import { createAnswering } from './response/response.ts';
import { createSender } from './response/send-artifact.ts';
import { createUnread } from './response/slow-reader-limit.ts';
import { table } from './route-table.ts';
import { downloadArtifact } from './routes/artifacts/download.ts';
import { downloadFile } from './routes/feeds/file.ts';
import { readFeed } from './routes/feeds/read.ts';
import { readHealth } from './routes/service/healthz.ts';
import { checkUpdate } from './routes/updates/check.ts';
import { readHistory } from './routes/updates/history.ts';
import { readLatest } from './routes/updates/latest.ts';
import { linkLatest } from './routes/updates/link.ts';
import { readPage } from './routes/updates/page.ts';
import { createAdmission } from './routing/admission.ts';
import { createMethods, holdsNul } from './routing/methods.ts';
import { mount } from './routing/mount.ts';
import { type Edge, isPublic } from './routing/route.ts';
import { addressOf } from './routing/row.ts';
import { createProblemSender, type SendProblem } from './routing/send-problem.ts';
import type { Verbs } from './routing/verbs.ts';
import { createRequestLog } from './server/request-log.ts';

/* Turns the table of routes into a running edge. Nothing here knows what any route does. */

export interface EdgeOptions {
  verbs: Verbs;
  metrics: Metrics;
  logger: Logger;
  version: string;
  /** Where this deployment answers, for the documents. */
  urls: DeploymentUrls;
  /** The built dashboard, and the origins to which its page may send files. */
  dashboard: { files: BuiltFiles | undefined; uploadOrigins: readonly string[] };
  /** Whose X-Forwarded-* is believed; undefined: nobody's. */
  trusts: Trusts | undefined;
  /** Salts the numbers of networks; the same on every node. */
  networkSecret: string;
  /** A client slower than this over so long is let go of. */
  slowest: { minBytesPerSecond: number; patienceSeconds: number };
}

const links: Links = {
  check: addressOf(table, checkUpdate),
  latest: addressOf(table, readLatest),
  history: addressOf(table, readHistory),
  download: addressOf(table, downloadArtifact),
  permanent: addressOf(table, linkLatest),
  page: addressOf(table, readPage),
  feed: addressOf(table, readFeed),
  files: addressOf(table, downloadFile),
};

/** Where it is asked whether the service answers on a host. */
export const healthPath = addressOf(table, readHealth);

const createFramework = ({ logger, trusts }: EdgeOptions, sendProblem: SendProblem) =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Whatever a path holds is looked up, never refused for its length.
    routerOptions: { maxParamLength: bounds.headBytes, ignoreTrailingSlash: false },
    trustProxy: trusts === undefined ? false : (address: string) => trusts(address),
    ajv: validatorOptions,
    schemaErrorFormatter: (errors, part) => refuseInvalid(errors, part),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply as unknown as FastifyReply),
  });

export interface HttpEdge {
  /** Answers one request. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Answers a plain one from memory, before node:http has seen it. */
  doorkeeper: Doorkeeper;
  /** Downloads under way. */
  activeDownloads(): number;
  close(): Promise<void>;
}

/** Builds the edge; it listens to nothing by itself. */
export const createHttpEdge = async (options: EdgeOptions): Promise<HttpEdge> => {
  const { verbs, metrics, logger } = options;
  const sender = createSender(options.slowest);
  const linking = createLinking();
  const factsOf = createClientFacts(options.trusts);
  const networkNumber = createNetworkNumbers(options.networkSecret, options.trusts);
  const counted = createCountedChecks({ counting: verbs.counting, trusts: options.trusts, networkNumber });
  const check = createCheck({
    ...{ adapters: verbs.adapters, links, linking, factsOf, counted },
    siteCount: () => verbs.catalog.stats().sites,
    onAdmission: metrics.admission,
  });
  const queues = createQueues();
  const unread = createUnread();
  const sendAnswer = createAnswering(unread);
  const cache = createPageCache();
  const countFailure = createFailedAttempts();
  const sites = createSites({ catalog: verbs.catalog, hosts: verbs.hosts, trusts: options.trusts });
  const cookie = createSessionCookie({ baseUrl: options.urls.baseUrl, hosts: verbs.hosts, sites });
  const { authenticating, signingIn } = verbs;
  const actors = createActors({ authenticating, signingIn, cookie, countFailure });
  const edge: Edge = {
    verbs,
    metrics,
    check,
    linking,
    links,
    sender,
    queues,
    unread,
    sendAnswer,
    pages: createPublicPages({ updating: verbs.updating, links, queue: queues.pages, cache }),
    downloadPages: createDownloadPages({ linking, links, cache }),
    factsOf,
    senderOf: createSenders(options.trusts, factsOf),
    networkNumber,
    actors,
    cookie,
    sites,
    exchanging: createExchanging(countFailure, options.trusts),
    feeds: createFeeds({
      ...{ feeds: verbs.feeds, updating: verbs.updating, links, queue: queues.pages, cache },
      ...{ factsOf, counted },
    }),
    documents: createDocuments(table, options.version, options.urls),
    dashboard: createDashboard(options.dashboard.files, {
      // At a name of this machine it answers at all of them.
      origin: verbs.hosts.isDashboard('localhost') ? undefined : new URL(options.urls.baseUrl).origin,
      uploadOrigins: options.dashboard.uploadOrigins,
    }),
  };
  const requestLog = createRequestLog({ sites, trusts: options.trusts });
  const { admit, refuse } = createAdmission({ sites, actors, methods: createMethods(table) });
  const sendProblem = createProblemSender(sites);
  const bodies = createBodyRoom();
  const limitNetwork = createNetworkLimit(options.trusts);

  const app = createFramework(options, sendProblem);
  app.decorateRequest('admitted');
  app.decorateRequest('keyName');
  app.decorateRequest('incoming');
  takeJson(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(nowhere(), request, reply));
  app.addHook('onRequest', async (request, reply) => {
    const { access, route, onSite } = request.routeOptions.config;
    // Before anyone reads a body that is for nobody.
    const isNowhere =
      access === undefined || route === undefined || holdsNul(request.url.split('?', 1)[0] ?? '');
    if (isNowhere) throw await refuse(request);
    if (!isPublic(access)) reply.header('x-request-id', request.id);
    if (access === 'every-host') reply.headers(crossOrigin);
    request.admitted = await admit(request, access, { route, onSite });
    if (route.isLimited === true) limitNetwork(request.raw);
    refuseCompressed(request);
    expectNoBody(request, route);
    seatBody(bodies, request, reply);
  });
  app.addHook('preValidation', async (request) => {
    supposeBody(request);
    boundBody(request);
    refuseBody(request);
  });
  app.addHook('preHandler', async (request) => refuseBroken(request, verbs));
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', config } = request.routeOptions;
    const isOnSite = isPublic(config.access) || request.admitted?.kind === 'site';
    metrics.request(url, String(reply.raw.statusCode));
    const isQuiet = reply.raw.statusCode < 400 && (isOnSite || config.access === 'every-host');
    const level = isQuiet ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) request.log[level](requestLog.whole(request, reply), 'request');
  });
  for (const row of table) mount(app, row, edge);
  await app.ready();

  const atOnce = createAnswersAtOnce({
    ...{ sites, check, metrics, links, logger, requestLog, sendAnswer, trusts: options.trusts },
    ...{ pages: edge.pages, downloadPages: edge.downloadPages, feeds: edge.feeds },
    ...{ catalog: verbs.catalog, counting: verbs.counting },
  });
  return {
    handle: (request, response) => {
      if (!atOnce.answer(request, response)) app.routing(request, response);
    },
    doorkeeper: { answer: atOnce.answerAtDoor, onUnread: unread.watchSocket },
    activeDownloads: () => sender.active(),
    close: async () => {
      sender.close();
      await app.close();
    },
  };
};
