import type { Warning } from '@slipway/api';

/** These mistakes stop a release unless `--allow <code>` is given. */
export const stoppingCodes = [
  'signature-missing',
  'signature-unreadable',
  'signature-version-differs',
  'signature-key-unknown',
  'signature-mismatch',
  'version-unreadable',
  'version-differs',
  'older-version',
  'target-dropped',
  'target-unreachable',
  'no-artifacts',
  'build-stale',
  'channel-differs',
  'file-name-unfit',
  'zsync-address',
] as const;
type StoppingCode = (typeof stoppingCodes)[number];

/** Server warnings that stop a release only with `--strict`, so that existing pipelines keep working. */
export const strictCodes = [
  'target-unasked',
  'format-misplaced',
  'blockmap-missing',
  'sha1-missing',
  'delta-base-unknown',
  'build-missing',
  'format-unknown',
  'version-not-reported',
  'signature-key-retired',
  'signature-comment-changed',
  'signature-version-missing',
  'signature-strands-clients',
  'pubkey-unknown',
] as const;

/** A problem that would break updates or the release, found before anything is sent. */
export interface Mistake {
  code: string;
  detail: string;
  /** Whether `--allow` applies. */
  allowable: boolean;
  /** Printed as a warning; a mistake only with `--strict`. */
  strictOnly?: true;
  /** The server would reject it. */
  refused?: true;
}

/** A mistake that `--allow` cannot override. */
export const fatalMistake = (code: string, detail: string): Mistake => ({ code, detail, allowable: false });

export const allowableMistake = (code: StoppingCode, detail: string): Mistake => ({
  code,
  detail,
  allowable: true,
});

/** Turns a server warning into a mistake. Unknown codes count only with `--strict`. */
export const mistakeFromWarning = ({ code, detail }: Warning): Mistake => {
  // A local `file-name-unfit` stops the release; the same code from the server is newer than many pipelines.
  const stops = code !== 'file-name-unfit' && (stoppingCodes as readonly string[]).includes(code);
  return { code, detail, allowable: true, ...(stops ? {} : { strictOnly: true }) };
};

export interface AllowOptions {
  allow: string[];
  strict: boolean;
}

export const isAllowed = (
  { code, allowable, strictOnly }: Mistake,
  { allow, strict }: AllowOptions,
): boolean => {
  if (!allowable) return false;
  return allow.includes(code) || allow.includes('all') || (strictOnly === true && !strict);
};
