import { isIP } from 'node:net';
import { maskPassword } from './mask-password.ts';
import { parseNameServers } from './name-servers.ts';
import { defaultIssuers, type PinnedIssuer, parseIssuers } from './oidc-issuers.ts';
import { findUnknownVariable } from './setting-names.ts';
import { parseStorageUrl, type StorageConfig } from './storage-url.ts';

/* The environment as a frozen, typed object. Contradictions stop startup with an error that names the variable. */

export interface Config {
  /** HOST, PORT, SLIPWAY_UPLOAD_PORT; port 0 selects any free one. */
  readonly listen: { host: string; port: number; uploadPort: number };
  /** SLIPWAY_BASE_URL, SLIPWAY_PUBLIC_URL, SLIPWAY_UPLOAD_URL; undefined: derived from the ports. */
  readonly addresses: {
    baseUrl: string | undefined;
    publicUrl: string | undefined;
    uploadUrl: string | undefined;
  };
  /** SLIPWAY_DATABASE_URL, SLIPWAY_DATABASE_POOL. */
  readonly database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string; poolSize: number };
  /** SLIPWAY_STORAGE_URL. */
  readonly storage: StorageConfig;
  /** SLIPWAY_FORMER_STORAGE_URL: the storage of artifacts that were not moved yet. */
  readonly formerStorage: StorageConfig | undefined;
  /** SLIPWAY_ADMIN_KEY. */
  readonly adminKey: string | undefined;
  /** SLIPWAY_MAX_ARTIFACT_BYTES. */
  readonly maxArtifactBytes: number;
  /** SLIPWAY_DISK_RESERVE: uploads leave this free; undefined: a tenth of the file system, from 4 to 256 MiB. */
  readonly diskReserveBytes: number | undefined;
  /** SLIPWAY_TRUSTED_PROXIES: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** SLIPWAY_OIDC_ISSUERS: trusted token issuers; none turns trusted publishing off. */
  readonly issuers: readonly PinnedIssuer[];
  /** SLIPWAY_DNS_SERVERS: resolvers for domain checks; none: those of this machine. */
  readonly nameServers: readonly string[];
  /** SLIPWAY_WORKERS. */
  readonly workers: number;
  /** SLIPWAY_CATALOG_MIB: memory per worker for the data behind checks. */
  readonly catalogBytes: number;
  /** SLIPWAY_DRAIN_SECONDS: how long downloads may continue after SIGTERM. */
  readonly drainSeconds: number;
  /** SLIPWAY_FAST_PATH: whether plain requests are answered before node:http parses them. */
  readonly hasFastPath: boolean;
  /** LOG_LEVEL. */
  readonly logLevel: string;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const fail: (name: string, rule: string) => never = (name, rule) => {
  throw new ConfigError(`${name} ${rule}.`);
};

const integer = (
  env: Environment,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
) => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    fail(name, `must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
};

const address = (env: Environment, name: string): string | undefined => {
  const text = env[name]?.replace(/\/+$/, '');
  if (text === undefined || text === '') return undefined;
  const url = URL.parse(text.replace('{slug}', 'slug'));
  if (url === null || !/^https?:$/.test(url.protocol))
    fail(name, `must be an http or https address, not "${maskPassword(text)}"`);
  if (url !== null && (url.pathname !== '/' || url.search !== '' || url.hash !== ''))
    fail(name, 'must have no path and no query');
  if (url !== null && (url.username !== '' || url.password !== '')) fail(name, 'must hold no credentials');
  return text;
};

const publicTemplate = (env: Environment): string | undefined => {
  const name = 'SLIPWAY_PUBLIC_URL';
  const text = address(env, name);
  if (text === undefined) return undefined;
  const host = URL.parse(text.replace('{slug}', 'slug-goes-here'))?.hostname ?? '';
  if (text.split('{slug}').length !== 2) fail(name, 'must hold {slug} once, as https://{slug}.example.com');
  if (!/^[a-z0-9-]*slug-goes-here(?:[a-z0-9-]*\.|$)/i.test(host))
    fail(name, 'must have {slug} in its first label');
  return text;
};

const database = (env: Environment): Config['database'] => {
  const name = 'SLIPWAY_DATABASE_URL';
  const url = env[name] || 'sqlite:data/slipway.db';
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
    // SQLite would keep a separate in-memory database per connection.
    if (file === '' || file === ':memory:') fail(name, 'must name a file, as sqlite:data/slipway.db');
    return { kind: 'sqlite', file };
  }
  if (!/^postgres(ql)?:\/\//.test(url)) fail(name, 'must begin with sqlite: or postgres://');
  // A socket URL has no host. An unparsable URL would fail later, with the password in the error.
  if (URL.parse(url.replace('@/', '@socket/')) === null)
    fail(
      name,
      'must be written as postgres://user:password@host/database, with special characters of the password as %23',
    );
  return {
    kind: 'postgres',
    url,
    poolSize: integer(env, 'SLIPWAY_DATABASE_POOL', { fallback: 10, min: 2, max: 200 }),
  };
};

const storage = (env: Environment, name: string): StorageConfig | undefined => {
  const url = env[name];
  if (url === undefined || url === '') return undefined;
  const parsed = parseStorageUrl(url);
  return typeof parsed === 'string' ? fail(name, parsed) : parsed;
};

const proxies = (env: Environment): string[] => {
  const name = 'SLIPWAY_TRUSTED_PROXIES';
  const listed = (env[name] ?? '').split(',').map((entry) => entry.trim());
  const named = listed.filter((entry) => entry !== '');
  for (const entry of named) {
    const [ip = '', bits] = entry.split('/');
    const most = isIP(ip) === 6 ? 128 : 32;
    const isFine = isIP(ip) !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
    if (!isFine) fail(name, `must list addresses or networks as 10.0.0.0/8, not "${entry}"`);
  }
  return named;
};

const issuers = (env: Environment): PinnedIssuer[] => {
  const name = 'SLIPWAY_OIDC_ISSUERS';
  const parsed = parseIssuers(env[name] ?? defaultIssuers);
  return typeof parsed === 'string' ? fail(name, parsed) : parsed;
};

const nameServers = (env: Environment): string[] => {
  const name = 'SLIPWAY_DNS_SERVERS';
  const parsed = parseNameServers(env[name] ?? '');
  return typeof parsed === 'string' ? fail(name, parsed) : parsed;
};

const hostName = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

const host = (env: Environment): string => {
  const text = env.HOST || '127.0.0.1';
  const isName = hostName.test(text) && /[a-z]/i.test(text);
  if (isIP(text) === 0 && !isName)
    fail('HOST', `must be an address of this machine, as 127.0.0.1, 0.0.0.0 or ::, not "${text}"`);
  return text;
};

const logLevel = (env: Environment): string => {
  const level = env.LOG_LEVEL || 'info';
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
  if (!levels.includes(level)) fail('LOG_LEVEL', `must be one of ${levels.join(', ')}, not "${level}"`);
  return level;
};

const isOn = (env: Environment, name: string): boolean => {
  const value = env[name] || 'on';
  if (value !== 'on' && value !== 'off') fail(name, `must be on or off, not "${value}"`);
  return value === 'on';
};

const maxPort = 65535;

const rejectContradictions = (config: Config): void => {
  const { listen, addresses, adminKey, storage: store, formerStorage } = config;
  if (store.kind === 'files' && formerStorage?.kind === 'files') {
    fail(
      'SLIPWAY_FORMER_STORAGE_URL',
      'must not be a folder while SLIPWAY_STORAGE_URL is one: copy the folder instead',
    );
  }
  const { port, uploadPort } = listen;
  if (store.kind === 'files' && port !== 0 && port === uploadPort) {
    fail('SLIPWAY_UPLOAD_PORT', `must differ from PORT (${port}): uploads have their own listener`);
  }
  const [base, upload] = [
    addresses.baseUrl ?? `http://localhost:${port}`,
    addresses.uploadUrl ?? `http://localhost:${uploadPort}`,
  ].map((url) => URL.parse(url)?.host);
  if (store.kind === 'files' && port !== 0 && base === upload) {
    fail('SLIPWAY_UPLOAD_URL', 'must differ from SLIPWAY_BASE_URL: uploads need their own host');
  }
  if (store.kind === 'files' && uploadPort > maxPort)
    fail('SLIPWAY_UPLOAD_PORT', `must be set: PORT + 1 (${uploadPort}) is not a port`);
  if (adminKey === undefined) return;
  if (adminKey.length < 32) fail('SLIPWAY_ADMIN_KEY', 'must have 32 characters or more');
  // A key that clients cannot send in a header, or that the server ignores, would lock the operator out.
  if (adminKey.length > 512) fail('SLIPWAY_ADMIN_KEY', 'must have 512 characters at most');
  if (/\s/.test(adminKey)) fail('SLIPWAY_ADMIN_KEY', 'must hold no white space');
  if (/[^\x21-\x7e]/.test(adminKey)) fail('SLIPWAY_ADMIN_KEY', 'must hold printable ASCII only');
};

/** Reads the environment; throws ConfigError with one sentence if it is invalid. */
export const readConfig = (env: Environment = process.env): Config => {
  const unknown = findUnknownVariable(env);
  if (unknown !== undefined) throw new ConfigError(unknown);
  const port = integer(env, 'PORT', { fallback: 8080, min: 0, max: maxPort });
  const nextPort = port === 0 ? 0 : port + 1;
  const config: Config = {
    listen: {
      host: host(env),
      port,
      uploadPort: integer(env, 'SLIPWAY_UPLOAD_PORT', { fallback: nextPort, min: 0, max: maxPort }),
    },
    addresses: {
      baseUrl: address(env, 'SLIPWAY_BASE_URL'),
      publicUrl: publicTemplate(env),
      uploadUrl: address(env, 'SLIPWAY_UPLOAD_URL'),
    },
    database: database(env),
    storage: storage(env, 'SLIPWAY_STORAGE_URL') ?? { kind: 'files', root: 'data/blobs' },
    formerStorage: storage(env, 'SLIPWAY_FORMER_STORAGE_URL'),
    adminKey: env.SLIPWAY_ADMIN_KEY || undefined,
    maxArtifactBytes: integer(env, 'SLIPWAY_MAX_ARTIFACT_BYTES', {
      fallback: 5 * 1024 ** 3,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    diskReserveBytes: env.SLIPWAY_DISK_RESERVE
      ? integer(env, 'SLIPWAY_DISK_RESERVE', { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER })
      : undefined,
    trustedProxies: proxies(env),
    issuers: issuers(env),
    nameServers: nameServers(env),
    workers: integer(env, 'SLIPWAY_WORKERS', { fallback: 1, min: 1, max: 128 }),
    catalogBytes:
      integer(env, 'SLIPWAY_CATALOG_MIB', { fallback: 512, min: 1, max: 1024 * 1024 }) * 1024 * 1024,
    drainSeconds: integer(env, 'SLIPWAY_DRAIN_SECONDS', { fallback: 30, min: 0, max: 3600 }),
    hasFastPath: isOn(env, 'SLIPWAY_FAST_PATH'),
    logLevel: logLevel(env),
  };
  rejectContradictions(config);
  return Object.freeze(config);
};

/** Reads the environment with overrides, for commands that name a target. */
export const readConfigWith = (overrides: Environment): Config =>
  readConfig({ ...process.env, ...overrides });
