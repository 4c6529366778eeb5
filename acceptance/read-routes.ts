import type { ApiRoute } from './api-route.ts';

const asking = '?target=linux&arch=x86_64&currentVersion=1.0.0';

/** The read-only calls of an app. */
export const readRoutes: ApiRoute[] = [
  { method: 'GET', template: '/v1/apps/{app}/usage', scope: 'read', status: 200 },
  { method: 'GET', template: '/v1/apps/{app}/fleet', scope: 'read', status: 200 },
  { method: 'GET', template: '/v1/apps/{app}/offers', scope: 'read', status: 200 },
  {
    method: 'GET',
    template: '/v1/apps/{app}/releases/{id}/effects?verb=withdraw',
    scope: 'read',
    status: 200,
    prepare: async (app) => ({ id: (await app.publish()).release.id }),
  },
  { method: 'GET', template: `/v1/apps/{app}/explain${asking}`, scope: 'read', status: 200 },
  { method: 'GET', template: '/v1/apps/{app}/feeds', scope: 'read', status: 200 },
  { method: 'GET', template: '/v1/apps/{app}/audit', scope: 'read', status: 200 },
];
