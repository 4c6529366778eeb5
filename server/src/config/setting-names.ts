import { findClosestMatch } from './closest-match.ts';

/*
 * A misspelled setting would leave the server on a default: an empty database in the wrong folder, an open port. So
 * unknown variables with our prefix are rejected.
 */

/** Every setting of the server. `npm run docs` writes each with its comment to docs/reference/configuration.md. */
export const settingNames = [
  /** Port of the main listener: API, dashboard, and public hosts. */
  'PORT',
  /** IP address or host name to listen on. */
  'HOST',
  /** URL of the API and the dashboard. */
  'SLIPWAY_BASE_URL',
  /** URL of an app's public host. `{slug}` is the app's public slug, in the first label. */
  'SLIPWAY_PUBLIC_URL',
  /** Database: `sqlite:<file>` or `postgres://user:password@host/database`. */
  'SLIPWAY_DATABASE_URL',
  /** PostgreSQL connections per process. */
  'SLIPWAY_DATABASE_POOL',
  /**
   * Storage: `file:<folder>` or `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true&sse=AES256`. `sse` is
   * `AES256`, `aws:kms`, or `none`. S3 credentials come from the standard AWS variables.
   */
  'SLIPWAY_STORAGE_URL',
  /** Previous storage, while its files are being moved. */
  'SLIPWAY_FORMER_STORAGE_URL',
  /** Port of the upload listener. Unused with S3. */
  'SLIPWAY_UPLOAD_PORT',
  /** URL of the upload listener. Must differ from `SLIPWAY_BASE_URL`. */
  'SLIPWAY_UPLOAD_URL',
  /**
   * Admin key, at least 32 characters. If unset, the first start creates one and prints it or writes it to
   * `admin-key` beside the database file (with PostgreSQL, in the working directory); the server stores only
   * its hash.
   */
  'SLIPWAY_ADMIN_KEY',
  /** Size of the largest file, in bytes (default: 5 GiB). */
  'SLIPWAY_MAX_ARTIFACT_BYTES',
  /**
   * Bytes of disk space that uploads leave free, so that withdrawing, pausing, pruning, and the database
   * still work.
   */
  'SLIPWAY_DISK_RESERVE',
  /** IP addresses and networks whose `X-Forwarded-*` headers are trusted, such as `10.0.0.0/8, ::1`. */
  'SLIPWAY_TRUSTED_PROXIES',
  /**
   * Token issuers for trusted publishing, separated by commas. `https://git.corp=file:/etc/slipway/jwks.json`
   * reads the keys from a file instead of fetching them. Empty: trusted publishing is off.
   */
  'SLIPWAY_OIDC_ISSUERS',
  /**
   * DNS servers for domain checks, such as `9.9.9.9, 149.112.112.112`. Set it if your own DNS resolves names
   * that clients can't.
   */
  'SLIPWAY_DNS_SERVERS',
  /** Processes that share the listeners. */
  'SLIPWAY_WORKERS',
  /** Memory per process for the catalog, which update checks are answered from, in MiB. */
  'SLIPWAY_CATALOG_MIB',
  /** Time that downloads may continue after SIGTERM, in seconds. */
  'SLIPWAY_DRAIN_SECONDS',
  /** `off` sends every request through node:http. Slower; try it first if you suspect the fast path. */
  'SLIPWAY_FAST_PATH',
  /**
   * `trace`, `debug`, `info`, `warn`, `error`, `fatal`, or `silent`. Successful public requests are logged at
   * `debug`.
   */
  'LOG_LEVEL',
] as const;

/** Variables of the CLI, its pipeline recipes and the proxy examples. They may share an environment file. */
const otherVariables = [
  'SLIPWAY_KEY',
  'SLIPWAY_ID_TOKEN',
  'SLIPWAY_COMMANDS_STOPPED',
  'SLIPWAY_URL',
  'SLIPWAY_APP',
  'SLIPWAY_CHANNEL',
  'SLIPWAY_PACKAGE',
  'SLIPWAY_PACKAGE_SHA256',
  'SLIPWAY_API_HOST',
  'SLIPWAY_UPLOAD_HOST',
  'SLIPWAY_NODES',
  'SLIPWAY_UPLOAD_NODES',
  'SLIPWAY_ASK_NODE',
];

const prefix = 'SLIPWAY_';

/** Kubernetes sets variables in every container that begin with a service's name. */
const isOfKubernetes = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT)(_|$)/.test(name) ||
  (/_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/.test(name) &&
    (name.includes('_PORT_') || value.includes('://')));

const withoutPrefix = (name: string): string => name.replace(prefix, '');

const suggestionFor = (name: string): string | undefined => {
  const words = settingNames.map(withoutPrefix);
  const nearest = findClosestMatch(withoutPrefix(name.toUpperCase()), words);
  return nearest === undefined ? undefined : settingNames[words.indexOf(nearest)];
};

/** Whether anything reads a variable with our prefix. */
export const isKnownVariable = (name: string): boolean =>
  [...settingNames, ...otherVariables].includes(name) || name.startsWith('SLIPWAY_TEST_');

/** One sentence about the first unknown variable with our prefix; undefined when all are known. */
export const findUnknownVariable = (
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.toUpperCase().startsWith(prefix) || isKnownVariable(name) || isOfKubernetes(name, value))
      continue;
    const suggestion = suggestionFor(name);
    return suggestion === undefined
      ? `${name} is not a setting; docs/reference/configuration.md lists all of them.`
      : `${name} is not a setting; did you mean ${suggestion}?`;
  }
  return undefined;
};
