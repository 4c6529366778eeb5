import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Asset } from '../response/asset.ts';

/*
 * The built dashboard in memory. Serves nothing else, so that uploads can never run on the dashboard's origin. File
 * names contain their hash, so assets are immutable.
 */

interface BuiltFile {
  br: Buffer;
  gzip: Buffer;
}

/** Files by name; `index.html` is the page. */
export type BuiltFiles = Readonly<Record<string, BuiltFile>>;

export interface Dashboard {
  /** Undefined if the dashboard isn't built. */
  readonly page: Asset | undefined;
  findAsset(name: string): Asset | undefined;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
} as const;

export interface DashboardOrigins {
  /** Undefined if the dashboard answers under every local host name. */
  origin: string | undefined;
  uploadOrigins: readonly string[];
}

/** The page may load its own build files, call our API and upload to the storage, nothing else. */
const policyOf = ({ origin, uploadOrigins }: DashboardOrigins): string => {
  const files = origin === undefined ? "'self'" : `${origin}/assets/`;
  return [
    "default-src 'none'",
    `script-src ${files}`,
    `style-src ${files}`,
    "img-src 'self' data:",
    `connect-src ${["'self'", ...uploadOrigins].join(' ')}`,
    `worker-src ${files}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types slipway',
  ].join('; ');
};

const pageHeadersOf = (surroundings: DashboardOrigins) => ({
  ...securityHeaders,
  'cache-control': 'no-cache',
  'content-security-policy': policyOf(surroundings),
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

/** A worker uses the policy of its own file; the one that hashes files needs no access. */
const assetHeaders = {
  ...securityHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
};

const assetOf = (name: string, { br, gzip }: BuiltFile, headers: Record<string, string>): Asset => {
  const plain = gunzipSync(gzip);
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return {
    headers: { 'content-type': type, ...headers },
    digest: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    bytes: (encoding) => ({ br, gzip, identity: plain })[encoding],
  };
};

export const createDashboard = (files: BuiltFiles | undefined, surroundings: DashboardOrigins): Dashboard => {
  const { 'index.html': index, ...others } = files ?? {};
  const assets = new Map(
    Object.entries(others).map(([name, file]) => [name, assetOf(name, file, assetHeaders)]),
  );
  return {
    page: index && assetOf('index.html', index, pageHeadersOf(surroundings)),
    findAsset: (name) => assets.get(name),
  };
};
