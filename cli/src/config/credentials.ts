import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes, Failure } from '../errors/failure.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Environment } from './environment.ts';

interface Service {
  /** The key for every app of that server. */
  key?: string;
  /** Keys for single apps, which take precedence. */
  apps?: Record<string, string>;
}

/** Keys by server, so that a key is never sent to another address. */
export interface Credentials {
  current?: string;
  services: Record<string, Service>;
}

export const credentialsPath = (env: Environment): string => {
  const folder =
    env.XDG_CONFIG_HOME ??
    (process.platform === 'win32' && env.APPDATA ? env.APPDATA : join(env.HOME ?? homedir(), '.config'));
  return join(folder, 'slipway', 'credentials.json');
};

/** Returns no keys before the first login. Fails if other users can read the file. */
export const readCredentials = async (path: string): Promise<Credentials> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { services: {} };
    throw error;
  }
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Failure(`Other users can read the keys in ${path}.`, {
      exit: exitCodes.failed,
      code: 'credentials-exposed',
      remedy: `Run \`chmod 600 ${quoteForShell(path)}\`, and revoke keys that others may have seen.`,
    });
  }
  try {
    const value = JSON.parse(text) as Partial<Credentials>;
    return { ...value, services: value.services ?? {} };
  } catch {
    throw new Failure(`${path} is not valid JSON.`, {
      exit: exitCodes.failed,
      code: 'credentials-unreadable',
      remedy: 'Delete it and run `slipway login` again.',
    });
  }
};

/** Writes atomically, with permissions for the owner only. */
export const writeCredentials = async (path: string, credentials: Credentials): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, path);
};

/** Ignores inherited properties: an app may be called `constructor`. */
const own = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

/** Prefers the app's own key to the key for the whole server. */
export const findKey = (credentials: Credentials, url: string, app?: string): string | undefined => {
  const service = own(credentials.services, url);
  return (app === undefined ? undefined : own(service?.apps, app)) ?? service?.key;
};

/** Adds a key and makes its server the current one. */
export const withKey = (
  credentials: Credentials,
  entry: { url: string; app?: string | undefined; key: string },
): Credentials => {
  const service = own(credentials.services, entry.url) ?? {};
  const changed: Service =
    entry.app === undefined
      ? { ...service, key: entry.key }
      : { ...service, apps: { ...service.apps, [entry.app]: entry.key } };
  return { current: entry.url, services: { ...credentials.services, [entry.url]: changed } };
};

export const withoutService = (credentials: Credentials, url: string): Credentials => {
  const { [url]: _, ...services } = credentials.services;
  const { current, ...rest } = credentials;
  return { ...rest, services, ...(current === url || current === undefined ? {} : { current }) };
};
