import { createSigner } from '../../../lab/signer.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { isPublic } from '../../src/http/routing/route.ts';
import type { RouteRow } from '../../src/http/routing/route-row.ts';
import { target } from './stage.ts';

export const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'] as const;
const openToAll: readonly string[] = ['anyone', 'every-host', 'base'];
export const keyed = routeTable.filter(([, , access]) => !openToAll.includes(access) && !isPublic(access));

/** A valid body for the route, so that a rejection is never about its shape. */
export const bodyFor = ([method, url]: RouteRow): unknown => {
  const bodies: Record<string, unknown> = {
    'POST /v1/apps/:app/releases/review': { version: '7.7.7', artifacts: [] },
    'POST /v1/apps/:app/releases': { version: '7.7.7' },
    'POST /v1/apps/:app/artifacts/presign': {
      version: '7.7.7',
      target,
      format: '.bin',
      size: 5,
      sha256: 'a'.repeat(64),
    },
    'POST /v1/apps/:app/artifacts/complete': { version: '7.7.7', target, uploadId: 'x', etags: ['x'] },
    'POST /v1/apps/:app/releases/:id/promote': { channel: 'stable', version: '7.7.8' },
    'PATCH /v1/apps/:app/releases/:id': { notes: 'taken over' },
    'POST /v1/apps/:app/releases/:id/withdraw': { reason: 'taken over' },
    'PUT /v1/apps/:app/releases/:id/rollout': { steps: [{ percent: 1 }] },
    'POST /v1/apps/:app/releases/:id/rollout/simulate': { steps: [{ percent: 1 }] },
    'POST /v1/apps/:app/releases/:id/rollout/advance': {},
    'POST /v1/apps/:app/releases/:id/rollout/pause': { reason: 'taken over' },
    'POST /v1/apps/:app/releases/:id/rollout/resume': {},
    'POST /v1/apps/:app/releases/:id/health': { good: 1, bad: 0 },
    'PATCH /v1/apps/:app': { name: 'taken over' },
    'POST /v1/apps/:app/channels': { name: 'taken-over' },
    'PATCH /v1/apps/:app/channels/:name': { active: false },
    'POST /v1/apps/:app/keys': { name: 'taken over', scopes: ['read'] },
    'POST /v1/apps/:app/trusted-publishers': {
      provider: 'github',
      repository: 'taken/over',
      workflow: 'release.yml',
    },
    'POST /v1/apps/:app/signing-keys': { publicKey: createSigner().publicKey.line },
    'PATCH /v1/apps/:app/signing-keys/:id': { name: 'taken over' },
    'POST /v1/apps': { slug: 'taken-over' },
    'POST /v1/apps/:app/domains': { domain: 'taken-over.example.com' },
  };
  return bodies[`${method} ${url}`];
};

export const queryFor = (url: string): string => {
  if (url.endsWith('/effects')) return '?verb=withdraw';
  return url.endsWith('/explain') ? '?target=linux&arch=x86_64&currentVersion=1.0.0' : '';
};

export const fill = (url: string, names: Record<string, string>): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? 'none') + queryFor(url);

let addressCount = 0;
/** A new address each time, to avoid the limit on failed attempts per address. */
export const fromElsewhere = (): Record<string, string> => {
  addressCount += 1;
  return { 'x-forwarded-for': `10.${addressCount >> 16}.${(addressCount >> 8) & 255}.${addressCount & 255}` };
};
