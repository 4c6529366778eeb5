import { findClosestMatch } from './closest-match.ts';

/*
 * A misspelled setting would leave the server on a default: an empty database in the wrong folder, an open port. So
 * unknown variables with our prefix are rejected.
 */

/** Every setting of the server; the README's table lists the same. */
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
  'SLIPWAY_FAST_PATH',
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
      ? `${name} is not a setting; the README lists all of them.`
      : `${name} is not a setting; did you mean ${suggestion}?`;
  }
  return undefined;
};
