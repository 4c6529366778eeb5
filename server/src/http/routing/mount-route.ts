import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Revisions } from '../../domain/catalog/revisions.ts';
import type { ConcurrencyLimits } from '../limits/concurrency-limits.ts';
import { stringifyLarge } from '../response/render-json.ts';
import type { SlowReaderLimit } from '../response/slow-reader-limit.ts';
import type { AdmittedRequest } from './admission.ts';
import {
  type Access,
  type alreadySent,
  type Call,
  type ConnectedRoute,
  type RouteResult,
  revisionHeader,
} from './route.ts';
import type { RouteRow } from './route-row.ts';

/* Mounts route table rows in Fastify, without knowing any route. */

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    route?: ConnectedRoute;
    /** The route that answers on an app's own host instead. */
    onSite?: ConnectedRoute | undefined;
  }
}

const dispatch = (
  route: ConnectedRoute,
  admitted: AdmittedRequest,
  call: Call,
): Promise<RouteResult | typeof alreadySent> => {
  if (route.kind === 'open') return route.handle(call);
  if (route.kind === 'app' && admitted.kind === 'app') return route.handle({ ...call, ...admitted.context });
  if (route.kind === 'site' && admitted.kind === 'site')
    return route.handle({ ...call, ...admitted.context });
  if (route.kind === 'keyed' && admitted.kind === 'keyed')
    return route.handle({ ...call, ...admitted.context });
  throw new Error(`a route for ${route.kind} was entered as ${admitted.kind}`);
};

const isReadOf = (route: ConnectedRoute, { request: { method } }: Call): boolean =>
  method === 'GET' || method === 'HEAD' || route.isRead === true;

export interface MountNeeds {
  revisions: Pick<Revisions, 'revisionOf'>;
  concurrencyLimits: ConcurrencyLimits;
  slowReaderLimit: SlowReaderLimit;
}

/** Returned for a read whose client has disconnected. */
const abandoned = 'abandoned';

const createRunner = ({ revisions, concurrencyLimits }: MountNeeds) => {
  /** Headers on every response to a change of an app. */
  const changeHeaders = async (admitted: AdmittedRequest): Promise<Record<string, string>> => {
    if (admitted.kind !== 'app') return {};
    return { [revisionHeader]: String(await revisions.revisionOf(admitted.context.caller.app)) };
  };

  const run = async (route: ConnectedRoute, admitted: AdmittedRequest, call: Call) => {
    const isRead = isReadOf(route, call);
    if (isRead && call.reply.raw.destroyed) return abandoned;
    const result = await dispatch(route, admitted, call);
    if (result === 'written') return result;
    const headers = isRead ? {} : await changeHeaders(admitted);
    const { body } = result;
    const text = body === undefined || typeof body === 'string' ? body : await stringifyLarge(body);
    return { ...result, headers: { ...headers, ...result.headers }, text };
  };

  /** Calls on an app wait for its semaphore. */
  return (route: ConnectedRoute, admitted: AdmittedRequest, call: Call): ReturnType<typeof run> => {
    if (admitted.kind !== 'app') return run(route, admitted, call);
    const queue = concurrencyLimits.forCall({ dependsOn: route.dependsOn, isRead: isReadOf(route, call) });
    return queue(admitted.context.caller.app, () => run(route, admitted, call));
  };
};

const handlerOf = (entered: ConnectedRoute, onSite: ConnectedRoute | undefined, needs: MountNeeds) => {
  const run = createRunner(needs);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { query, body, admitted } = request;
    const route = (admitted.kind === 'site' && onSite) || entered;
    const params = request.params as Record<string, string>;
    const result = await run(route, admitted, { params, query, body, request, reply });
    if (result === 'written') return reply;
    if (result === abandoned) return reply.hijack();
    const { status, headers, text, contentType = 'application/json; charset=utf-8' } = result;
    reply.code(status).headers({ 'x-content-type-options': 'nosniff', ...headers });
    if (headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
    if (text === undefined) return reply.send();
    reply.raw.once('prefinish', () => needs.slowReaderLimit.watch(reply.raw, reply.raw, text.length));
    return reply.type(contentType).send(text);
  };
};

/** Connects a row's routes to the services that they name. Schemas validate the request before the handler runs. */
export const mountRoute = <N>(app: FastifyInstance, row: RouteRow<N>, services: N & MountNeeds): void => {
  const [method, url, access] = row;
  const route = row[3].connect(services);
  const onSite = row[4]?.connect(services);
  const query = route.query ?? onSite?.query;
  app.route({
    method,
    url,
    config: { access, route, onSite },
    attachValidation: true,
    schema: {
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(query === undefined ? {} : { querystring: query }),
    },
    handler: handlerOf(route, onSite, services),
  });
};
