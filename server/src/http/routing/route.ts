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
import type { PublicPages } from '../pages/pages.ts';
import type { Documents } from '../response/asset.ts';
import type { SendResponse } from '../response/response.ts';
import type { ArtifactSender } from '../response/send-artifact.ts';
import type { SlowReaderLimit } from '../response/slow-reader-limit.ts';
import type { Verbs } from './verbs.ts';

/*
 * What a route is, apart from its address: what it takes, what it answers, and of which kind it is. The kind decides
 * what its handler is given, and which rows of the table it fits into: a route that needs a site cannot be mounted
 * where there is none.
 */

/**
 * Who may call: whoever meets the need, anyone on a host that is no app's, on the base host alone, on an app's, there or on
 * the base host by the name in the path, or on every host.
 */
export type Access = RequiredAccess | 'anyone' | 'base' | 'site' | 'site-or-base' | 'every-host';

/** Whether an access is that of public paths. */
export const isPublic = (access: Access | undefined): boolean =>
  access === 'site' || access === 'site-or-base';

/** What routes work with beside the domain's verbs. */
export interface RouteServices {
  verbs: Verbs;
  check: Check;
  linking: LatestLinks;
  links: Links;
  pages: PublicPages;
  downloadPages: DownloadPages;
  sendAnswer: SendResponse;
  unread: SlowReaderLimit;
  feeds: Feeds;
  factsOf: ReadClient;
  senderOf: ReadReportSender;
  networkNumber: HashNetworkPrefix;
  exchanging: LimitTokenExchange;
  actors: Actors;
  cookie: SessionCookie;
  sites: Sites;
  sender: ArtifactSender;
  queues: ConcurrencyLimits;
  metrics: Metrics;
  documents: Documents;
  dashboard: Dashboard;
}

/** A request that was let in and whose fields were checked. */
export interface Call extends RouteServices {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What each kind of route is given beside the call. */
export interface RouteContext {
  /** Of one app, with a key: who asks, and of which app. */
  app: { caller: Caller };
  /** With a key, of no app in particular. */
  keyed: { actor: Actor };
  /** On an app's host. */
  site: { site: Site };
  /** Anyone. */
  open: unknown;
}
export type RouteKind = keyof RouteContext;

export interface RouteResult {
  status: 200 | 201 | 204 | 302 | 503;
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

/** On every answer to a change: the app's last revision, for those who wait until it is shown everywhere. */
export const revisionHeader = 'slipway-revision';

/** What a route says when it has written the answer itself. */
export const alreadySent = 'written';
type Outcome = Promise<RouteResult | typeof alreadySent>;

interface RouteDescription<Param extends string> {
  /** What it does, in a few words. */
  summary: string;
  /** What it is for and what to know before calling it, in sentences. */
  description: string;
  /** What of its answer differs from the example that the schemas give. */
  example?: Readonly<Record<string, unknown>>;
  /** Parts of the address that the handler reads; the table's types hold them against the address. */
  params?: readonly Param[];
  /** What is answered by status; null is an empty body. */
  answers: Record<number, TSchema | string | null>;
  problems: readonly ProblemCode[];
  /** Set where a POST changes nothing. */
  isRead?: true;
  /** Set where no body means one without members. */
  hasOptionalBody?: true;
  /** Bytes that its body may have, where they are fewer than those of others. */
  bodyBytes?: number;
  /** Set where anyone may write, and each network only so often. */
  isLimited?: true;
  /** Set where something outside is asked, which may take long. */
  asks?: ExternalDependency;
  /**
   * Rules of fields that no schema can hold, named together with those that a schema finds broken. The body lacks what the
   * schema refused, to which `refused` points: it was given, and is wrong already.
   */
  alsoBroken?(
    body: Readonly<Record<string, unknown>>,
    verbs: Verbs,
    refused: ReadonlySet<string>,
  ): readonly Fault[];
}

/** A route of one kind, as the edge mounts it. */
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

/** Ties a handler's types to its schemas: body and query were found to be of them before the handler is called. */
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
