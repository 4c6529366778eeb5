import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringifyLarge } from '../response/render-json.ts';
import type { AdmittedRequest } from './admission.ts';
import {
  type Access,
  type alreadySent,
  type Call,
  type Route,
  type RouteOf,
  type RouteResult,
  type RouteServices,
  revisionHeader,
} from './route.ts';
import type { RouteRow } from './route-row.ts';

/* Mounts route table rows in Fastify, without knowing any route. */

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    route?: Route;
    /** The route that answers on an app's own host instead. */
    onSite?: RouteOf<'site'> | undefined;
  }
}

const dispatch = (
  route: Route,
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

const isReadOf = (route: Route, { request: { method } }: Call): boolean =>
  method === 'GET' || method === 'HEAD' || route.isRead === true;

/** Headers on every response to a change of an app. */
const changeHeaders = async (admitted: AdmittedRequest, { verbs }: Call): Promise<Record<string, string>> => {
  if (admitted.kind !== 'app') return {};
  return { [revisionHeader]: String(await verbs.revisions.revisionOf(admitted.context.caller.app)) };
};

/** Returned for a read whose client has disconnected. */
const abandoned = 'abandoned';

const runRoute = async (route: Route, admitted: AdmittedRequest, call: Call) => {
  const isRead = isReadOf(route, call);
  if (isRead && call.reply.raw.destroyed) return abandoned;
  const result = await dispatch(route, admitted, call);
  if (result === 'written') return result;
  const headers = isRead ? {} : await changeHeaders(admitted, call);
  const { body } = result;
  const text = body === undefined || typeof body === 'string' ? body : await stringifyLarge(body);
  return { ...result, headers: { ...headers, ...result.headers }, text };
};

/** Calls on an app wait for its semaphore. */
const runWithinLimit = (route: Route, admitted: AdmittedRequest, call: Call): ReturnType<typeof runRoute> => {
  if (admitted.kind !== 'app') return runRoute(route, admitted, call);
  const queue = call.concurrencyLimits.forCall({ dependsOn: route.dependsOn, isRead: isReadOf(route, call) });
  return queue(admitted.context.caller.app, () => runRoute(route, admitted, call));
};

const handlerOf =
  (entered: Route, edge: RouteServices) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { query, body, routeOptions } = request;
    const route = (request.admitted.kind === 'site' && routeOptions.config.onSite) || entered;
    const params = request.params as Record<string, string>;
    const call: Call = { ...edge, params, query, body, request, reply };
    const result = await runWithinLimit(route, request.admitted, call);
    if (result === 'written') return reply;
    if (result === abandoned) return reply.hijack();
    const { status, headers, text, contentType = 'application/json; charset=utf-8' } = result;
    reply.code(status).headers({ 'x-content-type-options': 'nosniff', ...headers });
    if (headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
    if (text === undefined) return reply.send();
    reply.raw.once('prefinish', () => call.slowReaderLimit.watch(reply.raw, reply.raw, text.length));
    return reply.type(contentType).send(text);
  };

/** Schemas validate the request before the handler runs. */
export const mountRoute = (app: FastifyInstance, row: RouteRow, edge: RouteServices): void => {
  const [method, url, access, route, onSite] = row;
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
    handler: handlerOf(route, edge),
  });
};
