import type { ProblemCode } from '@slipway/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Actor, Caller } from '../../domain/model/actor.ts';
import type { Fault } from '../../domain/model/errors.ts';
import type { RequiredAccess } from '../../domain/model/permissions.ts';
import type { Site } from '../../domain/model/site.ts';
import type { ExternalDependency } from '../limits/concurrency-limits.ts';

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

/** An admitted and validated request. */
export interface Call {
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
  body?: TSchema;
  query?: TSchema;
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
}

type Body = Readonly<Record<string, unknown>>;

/** A route with its services. */
interface ConnectedRouteOf<K extends RouteKind> extends RouteDescription<string> {
  kind: K;
  handle(call: Call & RouteContext[K]): Outcome;
  extraFaults(body: Body, refused: ReadonlySet<string>): readonly Fault[];
}
export type ConnectedRoute = { [K in RouteKind]: ConnectedRouteOf<K> }[RouteKind];

/** A route before it is mounted. */
export interface RouteOf<K extends RouteKind, Param extends string = string, N = never>
  extends RouteDescription<Param> {
  kind: K;
  /** Binds the handler to the services that it names. A property, since the compiler checks methods loosely. */
  readonly connect: (needs: N) => ConnectedRouteOf<K>;
}
export type Route<N = never> = { [K in RouteKind]: RouteOf<K, string, N> }[RouteKind];

interface ValidatedCall<B extends TSchema, Q extends TSchema, Param extends string> extends Call {
  params: Record<Param, string>;
  query: Static<Q>;
  body: Static<B>;
}

interface Definition<K extends RouteKind, B extends TSchema, Q extends TSchema, Param extends string, N>
  extends RouteDescription<Param> {
  body?: B;
  query?: Q;
  readonly handle: (call: ValidatedCall<B, Q, Param> & RouteContext[K], needs: N) => Outcome;
  /**
   * Field rules beyond the schema, reported together with schema errors. The body lacks members that failed the schema;
   * `refused` has their pointers, because a failed member isn't a missing one.
   */
  readonly extraFaults?: (body: Body, refused: ReadonlySet<string>, needs: NoInfer<N>) => readonly Fault[];
}

/** Ties the handler's types to its schemas, which validate body and query first. */
const define =
  <K extends RouteKind>(kind: K) =>
  <B extends TSchema, Q extends TSchema, Param extends string = never, N = unknown>(
    definition: Definition<K, B, Q, Param, N>,
  ): RouteOf<K, Param, N> => {
    const { handle, extraFaults, ...description } = definition;
    return {
      ...description,
      kind,
      connect: (needs) => ({
        ...description,
        kind,
        handle: (call) => handle(call as ValidatedCall<B, Q, Param> & RouteContext[K], needs),
        extraFaults: (body, refused) => extraFaults?.(body, refused, needs) ?? [],
      }),
    };
  };

export const appRoute = define('app');
export const keyedRoute = define('keyed');
export const siteRoute = define('site');
export const openRoute = define('open');

export const ok = (body: unknown): RouteResult => ({ status: 200, body });
export const created = (body: unknown): RouteResult => ({ status: 201, body });
export const noContent: RouteResult = { status: 204 };
