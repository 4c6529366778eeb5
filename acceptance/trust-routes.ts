import { githubPipeline } from '../lab/oidc-issuer.ts';
import type { ApiRoute, Values } from './api-route.ts';
import type { Publisher } from './publisher.ts';

const body = { ...githubPipeline, ref: 'refs/tags/v*' } as const;

const trusted = async (app: Publisher): Promise<Values> => ({
  id: (await app.client.trustPublisher(app.slug, body)).trustedPublisher.id,
});

/** The calls for trusted publishers. */
export const trustRoutes: ApiRoute[] = [
  { method: 'GET', template: '/v1/apps/{app}/trusted-publishers', scope: 'manage', status: 200 },
  {
    method: 'POST',
    template: '/v1/apps/{app}/trusted-publishers',
    scope: 'manage',
    // A key cannot grant a scope that it lacks.
    besides: ['publish', 'read'],
    status: 201,
    body: () => ({ ...body }),
  },
  {
    method: 'DELETE',
    template: '/v1/apps/{app}/trusted-publishers/{id}',
    scope: 'manage',
    status: 204,
    prepare: trusted,
  },
];
