import type { FastifyRequest } from 'fastify';
import { HttpRefusal } from '../response/problems.ts';
import type { ConnectedRoute } from '../routing/route.ts';

/*
 * Calls without a body, such as publish (spec 4.4). Some clients send a content type or `{}` anyway, and both are
 * ignored; any other body is probably meant for another call, so it is rejected.
 */

/** Whether the headers announce a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const takesNoBody = (route: ConnectedRoute | undefined): boolean =>
  route !== undefined && route.body === undefined;

/** Parses an unexpected body as JSON whatever its type, and drops the type if there is no body. */
export const normalizeContentType = (request: FastifyRequest, route: ConnectedRoute): void => {
  if (request.method !== 'POST' || !takesNoBody(route)) return;
  if (hasBody(request)) request.raw.headers['content-type'] = 'application/json';
  else delete request.raw.headers['content-type'];
};

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);

/** Treats a missing body as `{}` if the route allows it. A `null` body stays null and fails validation. */
export const defaultToEmptyBody = (request: FastifyRequest): void => {
  const { route } = request.routeOptions.config;
  if (route?.hasOptionalBody === true && request.body === undefined) request.body = {};
};

export const rejectUnexpectedBody = ({ method, routeOptions, body }: FastifyRequest): void => {
  if (method !== 'POST' || !takesNoBody(routeOptions.config.route) || isEmpty(body)) return;
  throw new HttpRefusal('bad-request', 'This endpoint takes no body. Send none, or {}.');
};
