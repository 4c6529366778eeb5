import type { ProblemCode } from '@slipway/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Actor, Caller } from '../domain/nouns/actor.ts';
import type { Fault } from '../domain/nouns/errors.ts';
import type { Scope } from '../domain/nouns/key.ts';
import type { Site } from '../domain/nouns/site.ts';
import type { Sender } from './answer/send-artifact.ts';
import type { Metrics } from './metrics.ts';
import type { OpenApi } from './openapi/openapi.ts';
import type { Check } from './public/check.ts';
import type { PublicPages } from './public/pages.ts';
import type { Verbs } from './verbs.ts';

/* What a route is, apart from its address: what it takes, what it answers, who made it so. */

/** Who may call: a key with that scope for its app, the admin alone, anyone on a host that is no app's, anyone on
 * an app's host, or anyone on every host. The admin may do whatever a key may. */
export type Access = Scope | 'admin' | 'anyone' | 'site' | 'every-host';

/** What routes work with beside the domain's verbs. */
export interface Edge {
  verbs: Verbs;
  check: Check;
  pages: PublicPages;
  sender: Sender;
  metrics: Metrics;
  /** The document of every route. */
  openapi: () => OpenApi;
}

export interface Call<Body, Query> extends Edge {
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** Who asks, and of which app; on publishing routes. */
  caller: Caller;
  actor: Actor;
  /** The app's site; on public routes. */
  site: Site;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Result {
  status: 200 | 201 | 204 | 503;
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

/** What a route says when it has written the answer itself. */
export const written = 'written';

export interface Route {
  summary: string;
  /** What is answered by status; null is an empty body. */
  answers: Record<number, TSchema | string | null>;
  problems: readonly ProblemCode[];
  body?: TSchema;
  query?: TSchema;
  /** Rules of fields that no schema can hold, named together with those that a schema finds broken. */
  alsoBroken?(body: Readonly<Record<string, unknown>>, verbs: Verbs): readonly Fault[];
  handle(call: Call<never, never>): Promise<Result | typeof written>;
}

interface TypedRoute<B extends TSchema, Q extends TSchema> extends Omit<Route, 'handle' | 'body' | 'query'> {
  body?: B;
  query?: Q;
  handle(call: Call<Static<B>, Static<Q>>): Promise<Result | typeof written>;
}

/** Ties a handler's types to its schemas. */
export const route = <B extends TSchema, Q extends TSchema>(typed: TypedRoute<B, Q>): Route => typed as Route;

export const ok = (body: unknown): Result => ({ status: 200, body });
export const created = (body: unknown): Result => ({ status: 201, body });
export const gone: Result = { status: 204 };
