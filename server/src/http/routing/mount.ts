import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderJson } from '../response/render-json.ts';
import type { Admitted } from './admission.ts';
import {
  type Access,
  type Call,
  type Edge,
  type Result,
  type Route,
  type RouteOf,
  revisionHeader,
  type written,
} from './route.ts';
import type { Row } from './row.ts';

/* Puts rows of the table into the framework. Nothing here knows what any route does. */

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    route?: Route;
    /** What answers instead on an app's own host. */
    onSite?: RouteOf<'site'> | undefined;
  }
}

/** Gives a route what it was admitted with. */
const dispatch = (route: Route, admitted: Admitted, call: Call): Promise<Result | typeof written> => {
  if (route.kind === 'open') return route.handle(call);
  if (route.kind === 'app' && admitted.kind === 'app') return route.handle({ ...call, ...admitted.given });
  if (route.kind === 'site' && admitted.kind === 'site') return route.handle({ ...call, ...admitted.given });
  if (route.kind === 'keyed' && admitted.kind === 'keyed')
    return route.handle({ ...call, ...admitted.given });
  throw new Error(`a route for ${route.kind} was entered as ${admitted.kind}`);
};

const isReadOf = (route: Route, { request: { method } }: Call): boolean =>
  method === 'GET' || method === 'HEAD' || route.isRead === true;

/** What every answer to a change of an app carries. */
const changeHeaders = async (admitted: Admitted, { verbs }: Call): Promise<Record<string, string>> => {
  if (admitted.kind !== 'app') return {};
  return { [revisionHeader]: String(await verbs.showing.revisionOf(admitted.given.caller.app)) };
};

/** A read that nobody waits for any more is not begun. */
const abandoned = 'abandoned';

/** What a call comes to, with its body as text. */
const work = async (route: Route, admitted: Admitted, call: Call) => {
  const isRead = isReadOf(route, call);
  if (isRead && call.reply.raw.destroyed) return abandoned;
  const result = await dispatch(route, admitted, call);
  if (result === 'written') return result;
  const headers = isRead ? {} : await changeHeaders(admitted, call);
  const { body } = result;
  const text = body === undefined || typeof body === 'string' ? body : await renderJson(body);
  return { ...result, headers: { ...headers, ...result.headers }, text };
};

/** Waits for the app's turn where a call is of one. */
const workInTurn = (route: Route, admitted: Admitted, call: Call): ReturnType<typeof work> => {
  if (admitted.kind !== 'app') return work(route, admitted, call);
  const queue = call.queues.of({ asks: route.asks, isRead: isReadOf(route, call) });
  return queue(admitted.given.caller.app, () => work(route, admitted, call));
};

const handlerOf = (entered: Route, edge: Edge) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { query, body, routeOptions } = request;
  const route = (request.admitted.kind === 'site' && routeOptions.config.onSite) || entered;
  const params = request.params as Record<string, string>;
  const call: Call = { ...edge, params, query, body, request, reply };
  const result = await workInTurn(route, request.admitted, call);
  if (result === 'written') return reply;
  if (result === abandoned) return reply.hijack();
  const { status, headers, text, contentType = 'application/json; charset=utf-8' } = result;
  reply.code(status).headers({ 'x-content-type-options': 'nosniff', ...headers });
  if (headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
  if (text === undefined) return reply.send();
  reply.raw.once('prefinish', () => call.unread.watch(reply.raw, reply.raw, text.length));
  return reply.type(contentType).send(text);
};

/** Mounts a row; its schemas judge the request before its handler is called. */
export const mount = (app: FastifyInstance, row: Row, edge: Edge): void => {
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
