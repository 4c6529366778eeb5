import type { ProblemCode } from '@slipway/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { LatestLinks } from '../../domain/delivery/latest-links.ts';
import type { Actor, Caller } from '../../domain/model/actor.ts';
import type { Fault } from '../../domain/model/errors.ts';
import type { RequiredAccess } from '../../domain/model/permissions.ts';
import type { Site } from '../../domain/model/site.ts';
import type { Actors } from '../auth/actors.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import type { LimitTokenExchange } from '../auth/token-exchange.ts';
import type { Check } from '../checks/check.ts';
import type { ReadClient, ReadReportSender } from '../client/client-hints.ts';
import type { HashNetworkPrefix } from '../client/network-prefix.ts';
import type { Dashboard } from '../dashboard/dashboard.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { Links } from '../hosts/links.ts';
import type { Sites } from '../hosts/sites.ts';
import type { ConcurrencyLimits, ExternalDependency } from '../limits/concurrency-limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { DownloadPages } from '../pages/download-pages.ts';
import type { PublicPages } from '../pages/latest-and-history.ts';
import type { ArtifactSender } from '../response/artifact-sender.ts';
import type { Documents } from '../response/asset.ts';
import type { SendResponse } from '../response/response.ts';
import type { SlowReaderLimit } from '../response/slow-reader-limit.ts';
import type { Verbs } from './verbs.ts';

/*
 * The definition of a route without its address. Its kind decides the handler's context and the table rows it fits, so
 * that a route that needs a site can't be mounted without one.
 */

/**
 * Access by permission, or for anyone: on non-app hosts, on the base host, on app hosts, on app hosts or the base host
 * with the app in the path, or on every host.
 */
export type Access = RequiredAccess | 'anyone' | 'base' | 'site' | 'site-or-base' | 'every-host';

export const isPublic = (access: Access | undefined): boolean =>
  access === 'site' || access === 'site-or-base';

/** Shared services of all routes. */
export interface RouteServices {
  verbs: Verbs;
  check: Check;
  latestLinks: LatestLinks;
  links: Links;
  pages: PublicPages;
  downloadPages: DownloadPages;
  sendResponse: SendResponse;
  slowReaderLimit: SlowReaderLimit;
  feeds: Feeds;
  readClient: ReadClient;
  readReportSender: ReadReportSender;
  hashNetworkPrefix: HashNetworkPrefix;
  limitTokenExchange: LimitTokenExchange;
  actors: Actors;
  cookie: SessionCookie;
  sites: Sites;
  artifactSender: ArtifactSender;
  concurrencyLimits: ConcurrencyLimits;
  metrics: Metrics;
  documents: Documents;
  dashboard: Dashboard;
}

/** An admitted and validated request. */
export interface Call extends RouteServices {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The context of each kind of route. */
export interface RouteContext {
  /** Needs a key for the app in the path. */
  app: { caller: Caller };
  /** Needs a key, for no particular app. */
  keyed: { actor: Actor };
  /** On an app's host. */
  site: { site: Site };
  /** For anyone. */
  open: unknown;
}
export type RouteKind = keyof RouteContext;

export interface RouteResult {
  status: 200 | 201 | 204 | 302 | 503;
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

/** The app's revision after a change, for clients that wait until every node shows it. */
export const revisionHeader = 'slipway-revision';

/** Returned by routes that wrote the response themselves. */
export const alreadySent = 'written';
type Outcome = Promise<RouteResult | typeof alreadySent>;

interface RouteDescription<Param extends string> {
  /** A few words for the API documents. */
  summary: string;
  /** Purpose and requirements, in sentences, for the API documents. */
  description: string;
  /** Overrides for the example response from the schemas. */
  example?: Readonly<Record<string, unknown>>;
  /** Path parameters that the handler reads; the row types check them against the address. */
  params?: readonly Param[];
  /** Responses by status; null is an empty body. */
  responses: Record<number, TSchema | string | null>;
  problems: readonly ProblemCode[];
  /** Set if a POST changes nothing. */
  isRead?: true;
  /** Set if a missing body means `{}`. */
  hasOptionalBody?: true;
  /** A body limit below the default. */
  bodyBytes?: number;
  /** Set if anyone may write; rate-limited per network. */
  isLimited?: true;
  /** Set if the call waits for a slow dependency. */
  dependsOn?: ExternalDependency;
  /**
   * Field rules beyond the schema, reported together with schema errors. The body lacks members that failed the schema;
   * `refused` has their pointers, because a failed member isn't a missing one.
   */
  extraFaults?(
    body: Readonly<Record<string, unknown>>,
    verbs: Verbs,
    refused: ReadonlySet<string>,
  ): readonly Fault[];
}

export interface RouteOf<K extends RouteKind, Param extends string = string> extends RouteDescription<Param> {
  kind: K;
  body?: TSchema;
  query?: TSchema;
  handle(call: Call & RouteContext[K]): Outcome;
}
export type Route = { [K in RouteKind]: RouteOf<K> }[RouteKind];

interface ValidatedCall<B extends TSchema, Q extends TSchema, Param extends string> extends RouteServices {
  params: Record<Param, string>;
  query: Static<Q>;
  body: Static<B>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Definition<K extends RouteKind, B extends TSchema, Q extends TSchema, Param extends string>
  extends RouteDescription<Param> {
  body?: B;
  query?: Q;
  handle(call: ValidatedCall<B, Q, Param> & RouteContext[K]): Outcome;
}

/** Ties the handler's types to its schemas, which validate body and query first. */
const define =
  <K extends RouteKind>(kind: K) =>
  <B extends TSchema, Q extends TSchema, Param extends string = never>(
    definition: Definition<K, B, Q, Param>,
  ): RouteOf<K, Param> => ({
    ...definition,
    kind,
    handle: (call) =>
      definition.handle({
        ...call,
        params: call.params as Record<Param, string>,
        query: call.query as Static<Q>,
        body: call.body as Static<B>,
      }),
  });

export const appRoute = define('app');
export const keyedRoute = define('keyed');
export const siteRoute = define('site');
export const openRoute = define('open');

export const ok = (body: unknown): RouteResult => ({ status: 200, body });
export const created = (body: unknown): RouteResult => ({ status: 201, body });
export const noContent: RouteResult = { status: 204 };
