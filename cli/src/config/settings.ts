import { usageFailure } from '../errors/failure.ts';
import { findIdentityHint, hasIdentity } from '../identity/identity.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { findAddress, nonEmpty, parseKey, type SettingSources, untrustedAddressFailure } from './address.ts';
import { findKey } from './credentials.ts';
import type { ProjectFile } from './project-file.ts';

/** A server and app other than those in the settings. */
export interface Connection {
  url: string;
  app?: string | undefined;
  /** A key that the user entered just now. */
  key?: string | undefined;
}

/** The resolved settings. Each getter fails with the ways to supply a missing value. */
export interface Settings {
  url(): string;
  findUrl(): string | undefined;
  /** The project file that the address comes from; anyone may have written it. */
  findUrlFile(): string | undefined;
  app(): string;
  findApp(): string | undefined;
  channel(): string;
  /** Whether a flag or the environment set the channel for this run. */
  isChannelExplicit(): boolean;
  /** The flags that a printed command needs to reach the same channel: ` --channel beta`, or ''. */
  flagsFor(channel: string): string;
  key(at?: Connection): string;
  findKey(at?: Connection): string | undefined;
  /** The source of the key: a flag or variable, the pipeline's identity, or the login; undefined if there is none. */
  keySource(at?: Connection): 'given' | 'identity' | 'login' | undefined;
  /** Fails if there is no key. */
  requireKey(): void;
  /** How to give this pipeline an identity; undefined outside known CI systems. */
  identityHint(): string | undefined;
  project: ProjectFile | undefined;
}

/** Skips reading the credentials if both key and address are given. */
export const needsCredentials = ({ flags, env, project }: Omit<SettingSources, 'credentials'>): boolean =>
  nonEmpty(env.SLIPWAY_KEY) === undefined ||
  (flags.url ?? nonEmpty(env.SLIPWAY_URL) ?? project?.url) === undefined;

/** Precedence: flags, environment, project file, login. */
export const createSettings = (sources: SettingSources): Settings => {
  const { flags, env, project, credentials } = sources;
  const findUrl = () => findAddress(sources)?.url;
  const usualChannel = nonEmpty(env.SLIPWAY_CHANNEL) ?? project?.channel ?? 'stable';
  const findApp = () => flags.app ?? nonEmpty(env.SLIPWAY_APP) ?? project?.app;
  const key = (at?: Connection) => {
    if (at?.key !== undefined) return at.key;
    const address = findAddress(sources);
    const url = at?.url ?? address?.url;
    const envKey = nonEmpty(env.SLIPWAY_KEY);
    if (envKey !== undefined) {
      // The user typed in any address that differs from the settings just now.
      if (address?.isExplicit === false && address.url === url) throw untrustedAddressFailure(address);
      return parseKey(envKey, 'SLIPWAY_KEY');
    }
    const storedKey = url === undefined ? undefined : findKey(credentials, url, at?.app ?? findApp());
    return storedKey === undefined ? undefined : parseKey(storedKey, 'The saved key');
  };
  const keySource = (at?: Connection): ReturnType<Settings['keySource']> => {
    if (at?.key !== undefined || nonEmpty(env.SLIPWAY_KEY) !== undefined) return 'given';
    if (hasIdentity(env) && (at?.app ?? findApp()) !== undefined) return 'identity';
    return key(at) === undefined ? undefined : 'login';
  };
  const missing = () => findIdentityHint(env, findUrl());
  const need = (value: string | undefined, what: string, how: string): string => {
    if (value === undefined) throw usageFailure(`Missing ${what}.`, how);
    return value;
  };
  const demand = (at?: Connection) =>
    need(key(at), 'key', missing() ?? 'Set SLIPWAY_KEY or run `slipway login`.');
  return {
    findUrl,
    findUrlFile: () => findAddress(sources)?.file,
    url: () =>
      need(findUrl(), 'server URL', 'Pass --url, set SLIPWAY_URL, or run `slipway login` or `slipway init`.'),
    findApp,
    app: () => need(findApp(), 'app', 'Pass --app, set SLIPWAY_APP, or run `slipway init`.'),
    isChannelExplicit: () => (flags.channel ?? nonEmpty(env.SLIPWAY_CHANNEL)) !== undefined,
    channel: () => flags.channel ?? usualChannel,
    flagsFor: (channel) =>
      [
        flags.app === undefined ? '' : ` --app ${quoteForShell(flags.app)}`,
        channel === usualChannel ? '' : ` --channel ${quoteForShell(channel)}`,
      ].join(''),
    findKey: key,
    key: demand,
    keySource,
    requireKey: () => {
      if (keySource() !== 'identity') demand();
    },
    identityHint: missing,
    project,
  };
};
