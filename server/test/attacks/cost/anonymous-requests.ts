import { routeTable } from '../../../src/http/route-table.ts';
import type { Access } from '../../../src/http/routing/route.ts';
import { isPublic } from '../../../src/http/routing/route.ts';
import type { RouteRow } from '../../../src/http/routing/route-row.ts';

/* Anonymous requests derived from the route table: successful and failing ones. */

export type HostKind = 'app' | 'base' | 'unknown';

export interface AnonymousRequest {
  name: string;
  method: string;
  host: HostKind;
  /** The path of the nth request; cache-busting ones differ. */
  path(n: number): string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Existing objects on the server under test. */
export interface Samples {
  slug: string;
  releaseId: string;
  asset: string;
  token: string;
}

export const targets = ['linux-x86_64', 'linux-aarch64', 'darwin-aarch64', 'windows-x86_64'];

const report = { version: '1.0.0', target: 'linux-x86_64', outcome: 'failed' };

/** Successful paths for each anonymous route. */
const pathsOf = ({ slug, releaseId, asset }: Samples): Record<string, string[]> => ({
  '/releases/:channel/:target/:arch/:currentVersion': [
    '/releases/stable/linux/x86_64/0.1.0',
    '/releases/stable/linux/x86_64/1.19.0',
    '/releases/stable/linux/x86_64/%n.0.0',
  ],
  '/releases/download/latest/:target': [
    '/releases/download/latest/linux-x86_64',
    '/releases/download/latest/auto',
  ],
  '/releases/download/:releaseId/:target': [`/releases/download/${releaseId}/linux-x86_64`],
  '/releases/v1/apps/:publicSlug/latest': [
    `/releases/v1/apps/${slug}/latest`,
    `/releases/v1/apps/${slug}/latest?channel=%n&target=%n`,
  ],
  '/releases/v1/apps/:publicSlug/releases': [
    `/releases/v1/apps/${slug}/releases`,
    `/releases/v1/apps/${slug}/releases?limit=100`,
    `/releases/v1/apps/${slug}/releases?limit=100&x=%n`,
    `/releases/v1/apps/${slug}/releases?limit=%l&target=%t`,
  ],
  '/releases/report': ['/releases/report'],
  '/releases/v1/apps/:publicSlug/report': [`/releases/v1/apps/${slug}/report`],
  '/releases/v1/apps/:publicSlug/*': [`/releases/v1/apps/${slug}/latest`],
  '/releases/*': ['/releases/x'],
  '/feeds/:feed/:channel/*': ['/feeds/electron/stable/latest-linux.yml', '/feeds/electron/stable/%n.yml'],
  '/feeds/files/:channel/:version/:target/:fileName': [
    '/feeds/files/stable/1.19.0/linux-x64/App.AppImage',
    '/feeds/files/stable/1.19.0/linux-x64/%n.AppImage',
  ],
  '/feeds/*': ['/feeds/x'],
  '/healthz': ['/healthz', `/healthz?nonce=${'n'.repeat(22)}`],
  '/readyz': ['/readyz', `/readyz?app=${slug}&revision=1`],
  '/metrics': ['/metrics'],
  '/internal/tls-ask': [
    `/internal/tls-ask?domain=${slug}.localhost`,
    '/internal/tls-ask?domain=%n.example.com',
  ],
  '/v1/openapi.json': ['/v1/openapi.json'],
  '/docs': ['/docs'],
  '/': ['/'],
  '/sign-in': ['/sign-in'],
  '/apps': ['/apps'],
  '/apps/*': [`/apps/${slug}/releases`],
  '/assets/:file': [asset],
  '/v1/session': ['/v1/session'],
  '/v1/oidc/exchange': ['/v1/oidc/exchange'],
});

const bodiesOf = ({ slug, token }: Samples): Record<string, unknown> => ({
  '/releases/report': report,
  '/releases/v1/apps/:publicSlug/report': report,
  '/v1/oidc/exchange': { token, app: slug },
});

const hostsOf = (access: Access, onSite: unknown): HostKind[] => {
  if (access === 'site') return ['app'];
  if (access === 'site-or-base' || access === 'every-host' || onSite !== undefined) return ['app', 'base'];
  return ['base'];
};

const isAnonymous = (access: Access): boolean =>
  isPublic(access) || access === 'anyone' || access === 'base' || access === 'every-host';

/** Fills in names, lengths and targets that differ with every request. */
const fill = (path: string, n: number): string =>
  path
    .replaceAll('%n', `n${n}`)
    .replaceAll('%l', String(1 + (n % 100)))
    .replaceAll('%t', targets[((n / 100) % 4) | 0] ?? '');

/** GET and HEAD requests to one anonymous route that succeed. */
const succeeding = ([method, url, access, , onSite]: RouteRow, samples: Samples): AnonymousRequest[] => {
  const paths = pathsOf(samples)[url];
  if (paths === undefined) throw new Error(`add an address of ${url} to pathsOf`);
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  const body = method === 'POST' ? bodiesOf(samples)[url] : undefined;
  return paths.flatMap((path) =>
    hostsOf(access, onSite).flatMap((host) =>
      methods.map((verb) => ({
        name: `${verb} ${path.replaceAll(samples.slug, '{app}').replace(samples.releaseId, '{id}')} (${host} host)`,
        ...{ method: verb, host, body },
        path: (n: number) => fill(path, n),
      })),
    ),
  );
};

const hosts = ['app', 'base', 'unknown'] as const;

/** Every route with unknown names: anonymous ones on each kind of host, the others where they return 401. */
const failing = ([method, url, access]: RouteRow): AnonymousRequest[] =>
  hosts
    .filter((host) => host === 'base' || isAnonymous(access))
    .map((host) => ({
      name: `${method} ${url} with names that do not exist (${host} host)`,
      ...{ method, host, body: method === 'POST' || method === 'PUT' || method === 'PATCH' ? {} : undefined },
      path: (n: number) => url.replaceAll(/:\w+|\*/g, (name) => `${name.slice(1)}-${n}`),
    }));

const others: AnonymousRequest[] = hosts.flatMap((host) => [
  { name: `GET an unknown path (${host} host)`, method: 'GET', host, path: (n) => `/none-${n}` },
  { name: `GET a deep unknown path (${host} host)`, method: 'GET', host, path: (n) => `/x${n}`.repeat(500) },
  { name: `GET a broken escape (${host} host)`, method: 'GET', host, path: () => '/%zz' },
  { name: `DELETE a page (${host} host)`, method: 'DELETE', host, path: () => '/docs' },
  {
    name: `POST a check (${host} host)`,
    method: 'POST',
    host,
    path: () => '/releases/stable/linux/x86_64/1',
  },
  {
    name: `GET with a wrong key (${host} host)`,
    ...{ method: 'GET', host, path: () => '/v1/apps' },
    headers: { authorization: `Bearer slw_pub_key_none_${'x'.repeat(38)}` },
  },
  {
    name: `GET /v1/session with a wrong session (${host} host)`,
    ...{ method: 'GET', host, path: () => '/v1/session' },
    headers: { cookie: `slipway_session=${'x'.repeat(43)}`, 'x-slipway-session': '1' },
  },
]);

export const anonymousRequests = (samples: Samples): AnonymousRequest[] => [
  ...routeTable.filter(([, , access]) => isAnonymous(access)).flatMap((row) => succeeding(row, samples)),
  ...routeTable.flatMap(failing),
  ...others,
];
