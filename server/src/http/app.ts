import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createLatestLinks } from '../domain/delivery/latest-links.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { FastPathHandler } from '../node/fast-path-handler.ts';
import { createActors } from './auth/actors.ts';
import { createSessionCookie } from './auth/session-cookie.ts';
import { createTokenExchangeLimit } from './auth/token-exchange.ts';
import { createBodyMemory } from './body/body-memory.ts';
import { validatorOptions } from './body/contract-keywords.ts';
import {
  registerJsonParser,
  rejectCompressedBody,
  rejectInvalidRequest,
  truncateBody,
} from './body/parse-body.ts';
import { leaseBodyMemory } from './body/read-body.ts';
import { defaultToEmptyBody, normalizeContentType, rejectUnexpectedBody } from './body/unexpected-body.ts';
import { schemaErrorsToRefusal } from './body/validation.ts';
import { createCheck } from './checks/check.ts';
import { createCheckRecorder } from './checks/check-counts.ts';
import { createClientReader, createReportSenderReader } from './client/client-hints.ts';
import { createNetworkPrefixHash } from './client/network-prefix.ts';
import { type BuiltFiles, createDashboard } from './dashboard/dashboard.ts';
import { createFastPathResponder } from './fast-path/fast-path.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { Links } from './hosts/links.ts';
import { createSites, type IsTrustedProxy } from './hosts/sites.ts';
import { createConcurrencyLimits } from './limits/concurrency-limits.ts';
import { createFailedAttemptLimit } from './limits/failed-attempts.ts';
import { createReportRateLimit } from './limits/report-rate-limit.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DeploymentUrls } from './openapi/document.ts';
import { createDocuments } from './openapi/documents.ts';
import { createDownloadPages } from './pages/download-pages.ts';
import { createPublicPages } from './pages/latest-and-history.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createArtifactSender } from './response/artifact-sender.ts';
import { addressNotFound } from './response/problems.ts';
import { corsHeaders } from './response/public-headers.ts';
import { createResponseSender } from './response/response.ts';
import { createSlowReaderLimit } from './response/slow-reader-limit.ts';
import { routeTable } from './route-table.ts';
import { downloadArtifact } from './routes/artifacts/download.ts';
import { downloadFile } from './routes/feeds/file.ts';
import { readFeed } from './routes/feeds/read.ts';
import { readHealth } from './routes/service/healthz.ts';
import { checkUpdate } from './routes/updates/check.ts';
import { readPage } from './routes/updates/download-page.ts';
import { readHistory } from './routes/updates/history.ts';
import { readLatest } from './routes/updates/latest.ts';
import { redirectToLatest } from './routes/updates/latest-redirect.ts';
import { createAdmission } from './routing/admission.ts';
import { containsNul, createAllowedMethods } from './routing/allowed-methods.ts';
import { type MountNeeds, mountRoute } from './routing/mount-route.ts';
import { isPublic } from './routing/route.ts';
import { routePath } from './routing/route-row.ts';
import { createProblemSender, type SendProblem } from './routing/send-problem.ts';
import { createRequestLog } from './server/request-log.ts';
import type { RouteServices, Verbs } from './services.ts';

/* Builds the HTTP app from the route table, without knowing any route. */

export interface HttpOptions {
  verbs: Verbs;
  metrics: Metrics;
  logger: Logger;
  version: string;
  /** The URLs of this deployment, for the API documents. */
  urls: DeploymentUrls;
  /** The built dashboard, and the origins that its page may upload to. */
  dashboard: { files: BuiltFiles | undefined; uploadOrigins: readonly string[] };
  /** Proxies whose X-Forwarded-* headers count; undefined trusts none. */
  isTrustedProxy: IsTrustedProxy | undefined;
  /** Salts network hashes; must be the same on every node. */
  networkSecret: string;
  /** Slow clients below this rate for this long are disconnected. */
  slowClientLimit: { minBytesPerSecond: number; graceSeconds: number };
}

const links: Links = {
  check: routePath(routeTable, checkUpdate),
  latest: routePath(routeTable, readLatest),
  history: routePath(routeTable, readHistory),
  download: routePath(routeTable, downloadArtifact),
  permanent: routePath(routeTable, redirectToLatest),
  page: routePath(routeTable, readPage),
  feed: routePath(routeTable, readFeed),
  files: routePath(routeTable, downloadFile),
};

/** The path for health checks of a host. */
export const healthPath = routePath(routeTable, readHealth);

const createFramework = ({ logger, isTrustedProxy }: HttpOptions, sendProblem: SendProblem) =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Long path parameters get a 404, not an error about their length.
    routerOptions: { maxParamLength: bounds.headBytes, ignoreTrailingSlash: false },
    trustProxy: isTrustedProxy === undefined ? false : (address: string) => isTrustedProxy(address),
    ajv: validatorOptions,
    schemaErrorFormatter: (errors, part) => schemaErrorsToRefusal(errors, part),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply as unknown as FastifyReply),
  });

export interface HttpApp {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Answers plain requests from memory, before node:http parses them. */
  fastPathHandler: FastPathHandler;
  activeDownloads(): number;
  close(): Promise<void>;
}

/** Builds the app without listening. */
export const createHttpApp = async (options: HttpOptions): Promise<HttpApp> => {
  const { verbs, metrics, logger, isTrustedProxy } = options;
  const { authentication, catalog, checkCounts, checkExplanations, hosts, sessionAuth } = verbs;
  const artifactSender = createArtifactSender(options.slowClientLimit);
  const latestLinks = createLatestLinks();
  const readClient = createClientReader(isTrustedProxy);
  const hashNetworkPrefix = createNetworkPrefixHash(options.networkSecret, isTrustedProxy);
  const counted = createCheckRecorder({ checkCounts, isTrustedProxy, hashNetworkPrefix });
  const check = createCheck({
    ...{ adapters: verbs.adapters, links, latestLinks, readClient, counted },
    siteCount: () => catalog.stats().sites,
    onAdmission: metrics.admission,
  });
  const concurrencyLimits = createConcurrencyLimits();
  const slowReaderLimit = createSlowReaderLimit();
  const sendResponse = createResponseSender(slowReaderLimit);
  const cache = createPageCache();
  const countFailure = createFailedAttemptLimit();
  const sites = createSites({ catalog, hosts, isTrustedProxy });
  const cookie = createSessionCookie({ baseUrl: options.urls.baseUrl, hosts, sites });
  const actors = createActors({ authentication, sessionAuth, cookie, countFailure });
  const services: RouteServices & MountNeeds = {
    ...verbs,
    metrics,
    check,
    latestLinks,
    links,
    artifactSender,
    concurrencyLimits,
    slowReaderLimit,
    sendResponse,
    pages: createPublicPages({ checkExplanations, links, queue: concurrencyLimits.pages, cache }),
    downloadPages: createDownloadPages({ latestLinks, links, cache }),
    readClient,
    readReportSender: createReportSenderReader(isTrustedProxy, readClient),
    hashNetworkPrefix,
    actors,
    cookie,
    sites,
    limitTokenExchange: createTokenExchangeLimit(countFailure, isTrustedProxy),
    feeds: createFeeds({
      ...{ feeds: verbs.feeds, checkExplanations, links, queue: concurrencyLimits.pages, cache },
      ...{ readClient, counted },
    }),
    documents: createDocuments(routeTable, options.version, options.urls),
    dashboard: createDashboard(options.dashboard.files, {
      // A local deployment serves the dashboard under every local host name.
      origin: hosts.isDashboard('localhost') ? undefined : new URL(options.urls.baseUrl).origin,
      uploadOrigins: options.dashboard.uploadOrigins,
    }),
  };
  const requestLog = createRequestLog({ sites, isTrustedProxy });
  const { admit, refuse } = createAdmission({ sites, actors, methods: createAllowedMethods(routeTable) });
  const sendProblem = createProblemSender(sites);
  const bodies = createBodyMemory();
  const limitNetwork = createReportRateLimit(isTrustedProxy);

  const app = createFramework(options, sendProblem);
  app.decorateRequest('admitted');
  app.decorateRequest('keyName');
  app.decorateRequest('incoming');
  registerJsonParser(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(addressNotFound(), request, reply));
  app.addHook('onRequest', async (request, reply) => {
    const { access, route, onSite } = request.routeOptions.config;
    // Reject unknown addresses before reading the body.
    const isNowhere =
      access === undefined || route === undefined || containsNul(request.url.split('?', 1)[0] ?? '');
    if (isNowhere) throw await refuse(request);
    if (!isPublic(access)) reply.header('x-request-id', request.id);
    if (access === 'every-host') reply.headers(corsHeaders);
    request.admitted = await admit(request, access, { route, onSite });
    if (route.isLimited === true) limitNetwork(request.raw);
    rejectCompressedBody(request);
    normalizeContentType(request, route);
    leaseBodyMemory(bodies, request, reply);
  });
  app.addHook('preValidation', async (request) => {
    defaultToEmptyBody(request);
    truncateBody(request);
    rejectUnexpectedBody(request);
  });
  app.addHook('preHandler', async (request) => rejectInvalidRequest(request));
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', config } = request.routeOptions;
    const isOnSite = isPublic(config.access) || request.admitted?.kind === 'site';
    metrics.request(url, String(reply.raw.statusCode));
    const isQuiet = reply.raw.statusCode < 400 && (isOnSite || config.access === 'every-host');
    const level = isQuiet ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) request.log[level](requestLog.forFramework(request, reply), 'request');
  });
  for (const row of routeTable) mountRoute(app, row, services);
  await app.ready();

  const fastPath = createFastPathResponder({
    ...{ sites, check, metrics, links, logger, requestLog, sendResponse, isTrustedProxy },
    ...{ pages: services.pages, downloadPages: services.downloadPages, feeds: services.feeds },
    ...{ catalog, checkCounts },
  });
  return {
    handle: (request, response) => {
      if (!fastPath.respond(request, response)) app.routing(request, response);
    },
    fastPathHandler: { respond: fastPath.respondRaw, onSlowReader: slowReaderLimit.watchSocket },
    activeDownloads: () => artifactSender.active(),
    close: async () => {
      artifactSender.close();
      await app.close();
    },
  };
};
