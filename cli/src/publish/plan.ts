import type { Bundle, LeftAside } from '../discover/bundle.ts';

/** One artifact to be: which file goes to which target, with which signature. */
export interface PlanItem {
  target: string;
  path: string;
  format: string;
  sizeBytes: number;
  signature: string | undefined;
  /** The file that the signature was read from. */
  signaturePath: string | undefined;
  bundle: Bundle;
}

/** The mistakes that `--allow <code>` lets pass. */
export const allowableCodes = [
  'signature-missing',
  'signature-unreadable',
  'signature-version-differs',
  'version-unreadable',
  'version-differs',
  'older-version',
  'target-dropped',
  'target-unreachable',
  'no-artifacts',
  'build-stale',
] as const;
export type AllowableCode = (typeof allowableCodes)[number];

/** Something that would strand clients or spoil the release, found before anything was sent. */
export type Mistake = { detail: string } & (
  | { code: AllowableCode; allowable: true }
  | { code: string; allowable: false }
);

export interface Plan {
  app: string;
  channel: string;
  version: string;
  /** Where the version was read. */
  versionFrom: string;
  /** Undefined leaves the notes of a draft as they are. */
  notes: string | undefined;
  items: PlanItem[];
  leftAside: LeftAside[];
}
