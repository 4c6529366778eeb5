import type { Artifact, ArtifactDeclaration, Release, Warning } from '@slipway/api';
import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import { baseName } from '@slipway/build-files/path.ts';
import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import { findRememberedName } from './file-names.ts';
import type { Hashes } from './worker.ts';

/* What is known of a release that is being made on the page. Values only: the store changes them. */

export type Phase =
  | 'hashing'
  | 'ready'
  /** The draft expects other bytes for its target. */
  | 'differs'
  | 'waiting'
  | 'uploading'
  | 'uploaded'
  | 'failed';

/** A file on its way. */
export interface UploadRow {
  readonly id: number;
  readonly item: PlanItem;
  readonly file: File;
  readonly phase: Phase;
  /** Of the present phase. */
  readonly bytes: number;
  readonly bytesPerSecond: number | undefined;
  readonly hashes: Hashes | undefined;
  readonly error: unknown;
}

/** To whom a release is offered at first, and what that means as a plan. */
export const audiences = {
  everyone: { words: 'Everyone', steps: undefined },
  '1': { words: '1% of clients', steps: [{ percent: 1 }] },
  '10': { words: '10% of clients', steps: [{ percent: 10 }] },
  '50': { words: '50% of clients', steps: [{ percent: 50 }] },
  steps: {
    words: 'Staged: 1% → 10% → 50% → 100%, daily',
    steps: [1, 10, 50, 100].map((percent) => ({ percent, afterHours: percent === 1 ? 0 : 24 })),
  },
} as const;
export type Audience = keyof typeof audiences;

export interface ReleaseJob {
  readonly app: string;
  readonly version: string;
  /** Where the version was read; undefined where it was typed. */
  readonly versionFrom: string | undefined;
  readonly channel: string;
  readonly notes: string;
  readonly rows: readonly UploadRow[];
  readonly leftAside: readonly SkippedFile[];
  readonly privateKeys: readonly string[];
  /** The draft that the files go to, once there is one. */
  readonly draft: Release | undefined;
  readonly isRunning: boolean;
  /** What kept it from beginning. */
  readonly error: unknown;
  readonly published: Release | undefined;
  /** To whom it is offered first. */
  readonly reach: Audience;
}

/** A job in which nothing has happened yet. */
export const emptyJob = (app: string): ReleaseJob => ({
  app,
  version: '',
  versionFrom: undefined,
  channel: 'stable',
  notes: '',
  rows: [],
  leftAside: [],
  privateKeys: [],
  draft: undefined,
  isRunning: false,
  error: undefined,
  published: undefined,
  reach: 'everyone',
});

/** What is declared of a file that has been hashed. */
export const buildDeclaration = (
  { version, channel }: Pick<ReleaseJob, 'version' | 'channel'>,
  { item, file, hashes }: UploadRow,
): ArtifactDeclaration => {
  const { sha512, sha1 } = requiredHashes(item);
  return {
    version,
    channel,
    target: item.target,
    format: item.format,
    size: Math.max(1, file.size),
    sha256: hashes?.sha256 ?? '0'.repeat(64),
    ...item.facts,
    // The file's own, whatever its feed says.
    ...(sha512 && hashes?.sha512 !== undefined ? { sha512: hashes.sha512 } : {}),
    ...(sha1 && hashes?.sha1 !== undefined ? { sha1: hashes.sha1 } : {}),
    ...(item.companionOf === undefined ? {} : { companionOf: item.companionOf }),
    ...(item.signature ? { signature: item.signature } : {}),
  };
};

/** What a draft holds of the target of a file. */
export const expectedArtifact = (draft: Release | undefined, target: string): Artifact | undefined =>
  draft?.artifacts.find((one) => one.target === target);

/** Where a hashed file stands beside the draft: the same bytes, others, or new to it. */
export const phaseFor = (draft: Release | undefined, { item, hashes }: UploadRow): Phase => {
  const expected = expectedArtifact(draft, item.target);
  if (expected === undefined || hashes === undefined) return 'ready';
  if (expected.sha256 !== hashes.sha256) return 'differs';
  return expected.uploadedAt === null ? 'ready' : 'uploaded';
};

export interface MissingFile {
  target: string;
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** The files that a draft waits for and that nobody has dropped yet. */
export const missingFiles = ({ draft, rows }: Pick<ReleaseJob, 'draft' | 'rows'>): MissingFile[] =>
  (draft?.artifacts ?? [])
    .filter(
      ({ uploadedAt, target }) => uploadedAt === null && !rows.some(({ item }) => item.target === target),
    )
    .map(({ target, fileName, format, size, sha256 }) => ({
      target,
      name: fileName ?? findRememberedName(draft?.id ?? '', target) ?? `a file that ends in ${format}`,
      sizeBytes: size,
      sha256,
    }));

/** What keeps the upload from beginning, in words; undefined where nothing does. */
export const uploadBlocker = (job: ReleaseJob): string | undefined => {
  const { rows, version } = job;
  if (rows.length === 0) return 'Drop the files first.';
  if (version === '') return 'Say which version it is.';
  if (rows.some(({ item }) => item.target === '')) return 'Say which target each file is for.';
  const targets = rows.map(({ item }) => item.target);
  const twice = targets.find((target, at) => targets.indexOf(target) !== at);
  if (twice !== undefined) return `Two files are for ${twice}: remove one.`;
  const hashing = rows.filter(({ phase }) => phase === 'hashing').length;
  if (hashing > 0) return `Waits until ${hashing === 1 ? 'a file is' : `${hashing} files are`} hashed.`;
  const other = rows.find(({ phase }) => phase === 'differs');
  if (other !== undefined)
    return `${baseName(other.item.path)} is not the file that the draft expects: replace it there, or remove it here.`;
  return undefined;
};

/** The rows that have to be sent. */
export const unsentRows = ({ rows }: Pick<ReleaseJob, 'rows'>): UploadRow[] =>
  rows.filter(({ phase }) => ['ready', 'waiting', 'uploading', 'failed'].includes(phase));

/** How a warning is told from another, so that a tick is for it alone. */
export const warningKey = ({ code, detail }: Warning): string => `${code} ${detail}`;

/** What keeps it from being published, in words; undefined where nothing does. */
export const publishBlocker = (
  job: ReleaseJob,
  warnings: readonly Warning[] | undefined,
  ticked: ReadonlySet<string>,
): string | undefined => {
  if (job.draft === undefined) return 'Upload the files first.';
  const unsent = unsentRows(job).length + missingFiles(job).length;
  if (unsent > 0)
    return `Waits for ${unsent === 1 ? 'a file that is' : `${unsent} files that are`} not uploaded yet.`;
  if (job.rows.some(({ phase }) => phase === 'differs')) return 'A file differs from what the draft expects.';
  if (warnings === undefined) return 'Waits for the review.';
  const open = warnings.filter((one) => !ticked.has(warningKey(one))).length;
  return open > 0
    ? `Tick ${open === 1 ? 'the warning' : `${open} warnings`}, or mend what is wrong.`
    : undefined;
};
