import type { ApiRoute } from './api-route.ts';

/** The calls to sign in, and the operator's view of sessions. */
export const sessionRoutes: ApiRoute[] = [
  { method: 'POST', template: '/v1/session', scope: 'any key', status: 201, body: () => ({ stay: false }) },
  { method: 'DELETE', template: '/v1/session', scope: 'any key', status: 204 },
  { method: 'GET', template: '/v1/sessions', scope: 'admin', status: 200 },
  { method: 'DELETE', template: '/v1/sessions', scope: 'admin', status: 204 },
];
