import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderJson } from './answer/render-json.ts';
import type { Admitted } from './request/admission.ts';
import {
  type Access,
  type Call,
  type Edge,
  type Result,
  type Route,
  revisionHeader,
  type written,
} from './route.ts';
import type { Row } from './row.ts';

/* Puts rows of the table into the framework. Nothing here knows what any route does. */

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    route?: Route;
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

/** What every answer to a change of an app carries. */
const changeHeaders = async (
  route: Route,
  admitted: Admitted,
  call: Call,
): Promise<Record<string, string>> => {
  if (call.request.method === 'GET' || route.isRead || admitted.kind !== 'app') return {};
  return { [revisionHeader]: String(await call.verbs.showing.revisionOf(admitted.given.caller.app)) };
};

const handlerOf = (route: Route, edge: Edge) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { query, body } = request;
  const params = request.params as Record<string, string>;
  const call: Call = { ...edge, params, query, body, request, reply };
  const result = await dispatch(route, request.admitted, call);
  if (result === 'written') return reply;
  reply.headers(await changeHeaders(route, request.admitted, call));
  const { status, headers = {}, contentType = 'application/json; charset=utf-8' } = result;
  reply.code(status).headers({ 'x-content-type-options': 'nosniff', ...headers });
  if (headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
  if (result.body === undefined) return reply.send();
  const text = typeof result.body === 'string' ? result.body : await renderJson(result.body);
  return reply.type(contentType).send(text);
};

/** Mounts a row; its schemas judge the request before its handler is called. */
export const mount = (app: FastifyInstance, [method, url, access, route]: Row, edge: Edge): void => {
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
