import type { ApiRoute, Values } from './api-route.ts';
import { declarationOf, type Publisher } from './publisher.ts';
import { readRoutes } from './read-routes.ts';
import { rolloutRoutes } from './rollout-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signingKeyRoutes } from './signing-key-routes.ts';
import { trustRoutes } from './trust-routes.ts';
import { unique, type World } from './world.ts';

export type { Values } from './api-route.ts';

const draft = async (app: Publisher): Promise<Values> => ({ id: (await app.draft()).id });

const published = async (app: Publisher): Promise<Values> => ({
  id: (await app.publish()).release.id,
  target: 'linux-x86_64',
});

const withdrawn = async (app: Publisher): Promise<Values> => {
  const values = await published(app);
  await app.client.withdrawRelease(app.slug, values.id ?? '', { reason: 'to be restored' });
  return values;
};

const anotherKey = async (app: Publisher): Promise<Values> => ({
  id: (await app.client.createKey(app.slug, { name: 'to be revoked', scopes: ['read'] })).key.id,
});

const domain = async (app: Publisher, world: World): Promise<Values> => {
  const name = `${unique('domain')}.example.com`;
  await world.admin().createDomain(app.slug, { domain: name });
  return { domain: name };
};

const uploadedParts = async (app: Publisher, world: World): Promise<Values> => {
  const declared = await app.declare(await app.draft(), { parts: true });
  const url = declared.parts?.urls[0] ?? '';
  const { headers } = await world.put({ url, body: declared.bytes });
  return { uploadId: declared.parts?.uploadId ?? '', etag: String(headers.etag) };
};

/** Every call of the publishing and management API. */
export const apiRoutes: ApiRoute[] = [
  {
    method: 'POST',
    template: '/v1/apps',
    scope: 'admin',
    status: 201,
    body: () => ({ slug: unique('made') }),
  },
  { method: 'GET', template: '/v1/apps', scope: 'admin', status: 200 },
  { method: 'GET', template: '/v1/apps/{app}', scope: 'read', status: 200 },
  {
    method: 'PATCH',
    template: '/v1/apps/{app}',
    scope: 'manage',
    status: 200,
    body: () => ({ name: 'New' }),
  },
  { method: 'DELETE', template: '/v1/apps/{app}', scope: 'admin', status: 204 },
  {
    method: 'POST',
    template: '/v1/apps/{app}/channels',
    scope: 'manage',
    status: 201,
    body: () => ({ name: unique('channel') }),
  },
  { method: 'GET', template: '/v1/apps/{app}/channels', scope: 'read', status: 200 },
  {
    method: 'PATCH',
    template: '/v1/apps/{app}/channels/{name}',
    scope: 'manage',
    status: 200,
    body: () => ({ active: true }),
    prepare: async () => ({ name: 'stable' }),
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/keys',
    scope: 'manage',
    status: 201,
    body: () => ({ name: 'granted', scopes: ['manage'] }),
  },
  { method: 'GET', template: '/v1/apps/{app}/keys', scope: 'manage', status: 200 },
  {
    method: 'DELETE',
    template: '/v1/apps/{app}/keys/{id}',
    scope: 'manage',
    status: 204,
    prepare: anotherKey,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/domains',
    scope: 'admin',
    status: 201,
    body: () => ({ domain: `${unique('domain')}.example.com` }),
  },
  { method: 'GET', template: '/v1/apps/{app}/domains', scope: 'read', status: 200 },
  {
    method: 'GET',
    template: '/v1/apps/{app}/domains/{domain}/status',
    scope: 'read',
    status: 200,
    prepare: domain,
  },
  {
    method: 'DELETE',
    template: '/v1/apps/{app}/domains/{domain}',
    scope: 'admin',
    status: 204,
    prepare: domain,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases',
    scope: 'publish',
    status: 201,
    body: () => ({ version: unique('9') }),
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/review',
    scope: 'publish',
    status: 200,
    body: () => ({ version: '1.0.0', artifacts: [] }),
  },
  { method: 'GET', template: '/v1/apps/{app}/releases', scope: 'read', status: 200 },
  {
    method: 'POST',
    template: '/v1/apps/{app}/artifacts/presign',
    scope: 'publish',
    status: 201,
    body: () => declarationOf('1.0.0'),
    prepare: draft,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/artifacts/complete',
    scope: 'publish',
    status: 200,
    body: ({ uploadId = 'none', etag = 'none' }) => ({
      version: '1.0.0',
      target: 'linux-x86_64',
      uploadId,
      etags: [etag],
    }),
    prepare: uploadedParts,
  },
  { method: 'GET', template: '/v1/apps/{app}/releases/{id}', scope: 'read', status: 200, prepare: draft },
  {
    method: 'PATCH',
    template: '/v1/apps/{app}/releases/{id}',
    scope: 'publish',
    status: 200,
    body: () => ({ notes: 'Better' }),
    prepare: draft,
  },
  {
    method: 'DELETE',
    template: '/v1/apps/{app}/releases/{id}',
    scope: 'publish',
    status: 204,
    prepare: draft,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/publish',
    scope: 'publish',
    status: 200,
    prepare: draft,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/promote',
    scope: 'publish',
    status: 201,
    body: () => ({ channel: 'stable', version: '1.0.1' }),
    prepare: published,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/withdraw',
    scope: 'withdraw',
    status: 200,
    body: () => ({ reason: 'It crashes' }),
    prepare: published,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/restore',
    scope: 'withdraw',
    status: 200,
    prepare: withdrawn,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/artifacts/{target}/prune',
    scope: 'prune',
    status: 200,
    prepare: published,
  },
  ...rolloutRoutes,
  ...trustRoutes,
  ...signingKeyRoutes,
  ...sessionRoutes,
  ...readRoutes,
];

export const appRoutes: ApiRoute[] = apiRoutes.filter(({ template }) => template.includes('{app}'));

/** The public calls, and those of the operator. */
export const otherRoutes: string[] = [
  'GET /releases/{channel}/{target}/{arch}/{currentVersion}',
  'GET /releases/download/latest/{target}',
  'GET /releases/download/{releaseId}/{target}',
  'GET /releases/v1/apps/{publicSlug}/latest',
  'GET /releases/v1/apps/{publicSlug}/releases',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'POST /v1/oidc/exchange',
  'GET /v1/session',
  'GET /v1/openapi.json',
  'GET /docs',
  'GET /',
];

/** The path of a route; a parameter without a value names a missing object. */
export const pathOf = (route: ApiRoute, values: Values = {}): string =>
  route.template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? `no-${name}`));

export const callRoute = (
  world: World,
  route: ApiRoute,
  options: { values?: Values; key?: string; from?: string },
) =>
  world.call({
    method: route.method,
    path: pathOf(route, options.values),
    body: route.body?.(options.values ?? {}),
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.from === undefined ? {} : { from: options.from }),
  });
