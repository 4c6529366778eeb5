import { join } from 'node:path';
import { type Failure, usageFailure } from '../errors/failure.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Credentials } from './credentials.ts';
import type { Environment } from './environment.ts';
import { type ProjectFile, projectFileName } from './project-file.ts';

/* Picks the server for a command. Flags and environment take precedence over files. */

export interface SettingSources {
  flags: { url?: string | undefined; app?: string | undefined; channel?: string | undefined };
  env: Environment;
  project: ProjectFile | undefined;
  credentials: Credentials;
}

export const nonEmpty = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};

/** Removes the trailing slash. Anything but http(s) is a usage failure that names its source. */
export const parseAddress = (text: string, source: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    // The part before an @ may contain a password, and messages end up in logs.
    const suffix = text.includes('@') ? '.' : `: ${text}`;
    throw usageFailure(
      `${source} is not an http(s) URL${suffix}`,
      'Use a URL such as https://releases.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      `${source} must not contain a user name or password.`,
      'Use a URL such as https://releases.example.com. Pass the key in SLIPWAY_KEY or with `slipway login`.',
    );
  }
  return url.href.replace(/\/+$/, '');
};

/** Rejects anything but printable ASCII, which cannot be sent in a header. */
export const parseKey = (text: string, source: string): string => {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw usageFailure(
    `${source} is malformed: a key has only ASCII letters, digits and punctuation.`,
    'Copy it again, or create a key with `slipway keys create <name>`.',
  );
};

export interface Address {
  url: string;
  /** Set by a flag or the environment; a project file may be anyone's. */
  isExplicit: boolean;
  source: string;
  /** The project file that contains it. */
  file?: string;
}

/** Returns the address from the first source that has one. */
export const findAddress = ({ flags, env, project, credentials }: SettingSources): Address | undefined => {
  const toAddress = (text: string, source: string) => ({
    url: parseAddress(text, source),
    isExplicit: true,
    source,
  });
  if (flags.url !== undefined) return toAddress(flags.url, '--url');
  const fromEnv = nonEmpty(env.SLIPWAY_URL);
  if (fromEnv !== undefined) return toAddress(fromEnv, 'SLIPWAY_URL');
  if (project?.url !== undefined) {
    const file = join(project.folder, projectFileName);
    return { ...toAddress(project.url, file), isExplicit: false, file };
  }
  if (credentials.current === undefined) return undefined;
  return { ...toAddress(credentials.current, 'the last `slipway login`'), isExplicit: false };
};

/** A cloned repository must not choose which server receives a pipeline's key. */
export const untrustedAddressFailure = ({ url, source }: Address): Failure =>
  usageFailure(
    `Not sending SLIPWAY_KEY to ${url}, because that URL comes from ${source}.`,
    `To use it, set SLIPWAY_URL=${quoteForShell(url)} or pass --url. Or unset SLIPWAY_KEY and run \`slipway login\`.`,
  );
