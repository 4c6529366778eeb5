import { usageFailure } from '../errors/failure.ts';
import { findIdentityHint, hasIdentity } from '../identity/identity.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { findAddress, nonEmpty, parseKey, type SettingSources, untrustedAddressFailure } from './address.ts';
import { findKey } from './credentials.ts';
import type { ProjectFile } from './project-file.ts';

/** A service and an app that are not, or not yet, those of the settings. */
export interface Connection {
  url: string;
  app?: string | undefined;
  /** The key that the person gave for it just now. */
  key?: string | undefined;
}

/** Where to talk to and as whom; each getter fails with the ways to give what is missing. */
export interface Settings {
  url(): string;
  findUrl(): string | undefined;
  /** The file that the address comes from, where it is a project file: anyone may have written that. */
  findUrlFile(): string | undefined;
  app(): string;
  findApp(): string | undefined;
  channel(): string;
  /** Whether the channel was named for this run, by a flag or the environment. */
  isChannelTold(): boolean;
  /** The flags with which a command that is printed reaches what this one reached: ` --channel beta`, or nothing. */
  flagsFor(channel: string): string;
  key(at?: Connection): string;
  findKey(at?: Connection): string | undefined;
  /** Where the key comes from: what was given, what the pipeline can show, or the login; undefined where there is none. */
  keySource(at?: Connection): 'given' | 'identity' | 'login' | undefined;
  /** Fails where there is none. */
  demandKey(): void;
  /** How this pipeline gets to show who it is; undefined where it is none that is known. */
  missingIdentity(): string | undefined;
  project: ProjectFile | undefined;
}

/** Whether the kept keys can matter: where key and address are given, nobody needs to read them. */
export const needsCredentials = ({ flags, env, project }: Omit<SettingSources, 'credentials'>): boolean =>
  nonEmpty(env.SLIPWAY_KEY) === undefined ||
  (flags.url ?? nonEmpty(env.SLIPWAY_URL) ?? project?.url) === undefined;

/** Flags before environment before project file before login. */
export const createSettings = (sources: SettingSources): Settings => {
  const { flags, env, project, credentials } = sources;
  const findUrl = () => findAddress(sources)?.url;
  const usualChannel = nonEmpty(env.SLIPWAY_CHANNEL) ?? project?.channel ?? 'stable';
  const findApp = () => flags.app ?? nonEmpty(env.SLIPWAY_APP) ?? project?.app;
  const key = (at?: Connection) => {
    if (at?.key !== undefined) return at.key;
    const address = findAddress(sources);
    const url = at?.url ?? address?.url;
    const given = nonEmpty(env.SLIPWAY_KEY);
    if (given !== undefined) {
      // An address that is not the settings' was typed in by the person just now.
      if (address?.given === false && address.url === url) throw untrustedAddressFailure(address);
      return parseKey(given, 'SLIPWAY_KEY');
    }
    const kept = url === undefined ? undefined : findKey(credentials, url, at?.app ?? findApp());
    return kept === undefined ? undefined : parseKey(kept, 'The key of the login');
  };
  const keySource = (at?: Connection): ReturnType<Settings['keySource']> => {
    if (at?.key !== undefined || nonEmpty(env.SLIPWAY_KEY) !== undefined) return 'given';
    if (hasIdentity(env) && (at?.app ?? findApp()) !== undefined) return 'identity';
    return key(at) === undefined ? undefined : 'login';
  };
  const missing = () => findIdentityHint(env, findUrl());
  const need = (value: string | undefined, what: string, how: string): string => {
    if (value === undefined) throw usageFailure(`No ${what} given.`, how);
    return value;
  };
  const demand = (at?: Connection) =>
    need(key(at), 'key', missing() ?? 'Set SLIPWAY_KEY or run `slipway login`.');
  return {
    findUrl,
    findUrlFile: () => findAddress(sources)?.file,
    url: () =>
      need(
        findUrl(),
        'service address',
        'Pass --url, set SLIPWAY_URL, or run `slipway login` or `slipway init`.',
      ),
    findApp,
    app: () => need(findApp(), 'app', 'Pass --app, set SLIPWAY_APP, or run `slipway init`.'),
    isChannelTold: () => (flags.channel ?? nonEmpty(env.SLIPWAY_CHANNEL)) !== undefined,
    channel: () => flags.channel ?? usualChannel,
    flagsFor: (channel) =>
      [
        flags.app === undefined ? '' : ` --app ${quoteForShell(flags.app)}`,
        channel === usualChannel ? '' : ` --channel ${quoteForShell(channel)}`,
      ].join(''),
    findKey: key,
    key: demand,
    keySource,
    demandKey: () => {
      if (keySource() !== 'identity') demand();
    },
    missingIdentity: missing,
    project,
  };
};
