import { findClosestMatch } from './nearest.ts';

/*
 * The names of all settings. A misspelt one that nobody reads would leave the service on a default: an empty database
 * in the wrong folder, an open port. So whatever begins like a setting and is none is refused.
 */

/** Every setting of the service; the README's table lists the same. */
export const settingNames = [
  'PORT',
  'HOST',
  'SLIPWAY_BASE_URL',
  'SLIPWAY_PUBLIC_URL',
  'SLIPWAY_DATABASE_URL',
  'SLIPWAY_DATABASE_POOL',
  'SLIPWAY_STORAGE_URL',
  'SLIPWAY_FORMER_STORAGE_URL',
  'SLIPWAY_UPLOAD_PORT',
  'SLIPWAY_UPLOAD_URL',
  'SLIPWAY_ADMIN_KEY',
  'SLIPWAY_MAX_ARTIFACT_BYTES',
  'SLIPWAY_DISK_RESERVE',
  'SLIPWAY_TRUSTED_PROXIES',
  'SLIPWAY_OIDC_ISSUERS',
  'SLIPWAY_DNS_SERVERS',
  'SLIPWAY_WORKERS',
  'SLIPWAY_CATALOG_MIB',
  'SLIPWAY_DRAIN_SECONDS',
  'LOG_LEVEL',
] as const;

/** What others read: the command line, its recipes for pipelines, the examples for proxies. They may share a file. */
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

/** Kubernetes tells each container of every service, by variables that begin with the service's name. */
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

/** Whether a variable that begins like a setting is read by anybody. */
export const isKnownVariable = (name: string): boolean =>
  [...settingNames, ...otherVariables].includes(name) || name.startsWith('SLIPWAY_TEST_');

/** One sentence on the first variable that looks like a setting and is none; undefined when all are known. */
export const findUnknownVariable = (
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.toUpperCase().startsWith(prefix) || isKnownVariable(name) || isOfKubernetes(name, value))
      continue;
    const suggestion = suggestionFor(name);
    return suggestion === undefined
      ? `${name} is not a setting; the README lists all of them.`
      : `${name} is not a setting; did you mean ${suggestion}?`;
  }
  return undefined;
};
