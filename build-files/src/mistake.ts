import type { Warning } from '@slipway/api';

/* What would strand clients or spoil a release, and who lets it pass. */

/** The mistakes that stop a release unless `--allow <code>` lets them pass. */
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

/** Warnings of the service that stop a release with `--strict` only: pipelines from before they existed go on. */
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

/** Something that would strand clients or spoil the release, found before anything was sent. */
export interface Mistake {
  code: string;
  detail: string;
  /** Whether `--allow` can let it pass. */
  allowable: boolean;
  /** Told as a warning, and a mistake only with `--strict`. */
  strictOnly?: true;
  /** The service would refuse it. */
  refused?: true;
}

/** A mistake that nothing lets pass. */
export const fatalMistake = (code: string, detail: string): Mistake => ({ code, detail, allowable: false });

/** A mistake that its code lets pass. */
export const allowableMistake = (code: StoppingCode, detail: string): Mistake => ({
  code,
  detail,
  allowable: true,
});

/** A warning of the service as a mistake: those of codes that are not known here wait for `--strict`. */
export const mistakeFromWarning = ({ code, detail }: Warning): Mistake => {
  // What a build tool's own name is unfit for stops; what the service says of any other is newer than pipelines.
  const stops = code !== 'file-name-unfit' && (stoppingCodes as readonly string[]).includes(code);
  return { code, detail, allowable: true, ...(stops ? {} : { strictOnly: true }) };
};

/** What the person said of mistakes. */
export interface AllowOptions {
  allow: string[];
  strict: boolean;
}

/** Whether a mistake is let pass. */
export const isAllowed = (
  { code, allowable, strictOnly }: Mistake,
  { allow, strict }: AllowOptions,
): boolean => {
  if (!allowable) return false;
  return allow.includes(code) || allow.includes('all') || (strictOnly === true && !strict);
};
