import type { FastifyRequest } from 'fastify';
import { HttpRefusal } from '../response/problems.ts';
import type { Route } from '../routing/route.ts';

/*
 * Calls that have no body, as publish (spec 4.4). Clients name a content type all the same, and some send `{}`: neither
 * says anything. Whatever else is sent was meant for another call.
 */

/** Whether a body was announced. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const takesNoBody = (route: Route | undefined): boolean => route !== undefined && route.body === undefined;

/** Reads the type of a body that should not be there as JSON, and of one that is not there as none. */
export const normalizeContentType = (request: FastifyRequest, route: Route): void => {
  if (request.method !== 'POST' || !takesNoBody(route)) return;
  if (hasBody(request)) request.raw.headers['content-type'] = 'application/json';
  else delete request.raw.headers['content-type'];
};

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);

/** Reads no body as one without members, where a route says so; `null` is a body, and no object. */
export const defaultToEmptyBody = (request: FastifyRequest): void => {
  const { route } = request.routeOptions.config;
  if (route?.hasOptionalBody === true && request.body === undefined) request.body = {};
};

/** Refuses a body where none belongs, but for `{}`. */
export const rejectUnexpectedBody = ({ method, routeOptions, body }: FastifyRequest): void => {
  if (method !== 'POST' || !takesNoBody(routeOptions.config.route) || isEmpty(body)) return;
  throw new HttpRefusal('bad-request', 'This call takes no body: send none, or {}.');
};
