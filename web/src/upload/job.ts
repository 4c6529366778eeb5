import type { Artifact, ArtifactDeclaration, Release, Warning } from '@slipway/api';
import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import { baseName } from '@slipway/build-files/path.ts';
import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import { rolloutPresets } from '@slipway/core/rollout-presets.ts';
import { findRememberedName } from './file-names.ts';
import type { Hashes } from './worker.ts';

/* The state of a release in progress. Values only; store.ts changes them. */

export type Phase =
  | 'hashing'
  | 'ready'
  /** The draft expects other bytes for this target. */
  | 'differs'
  | 'waiting'
  | 'uploading'
  | 'uploaded'
  | 'failed';

export interface UploadRow {
  readonly id: number;
  readonly item: PlanItem;
  readonly file: File;
  readonly phase: Phase;
  /** Progress in the current phase. */
  readonly bytes: number;
  readonly bytesPerSecond: number | undefined;
  readonly hashes: Hashes | undefined;
  readonly error: unknown;
}

/** Initial audiences of a release, with their rollout plans. */
export const audiences = {
  everyone: { words: 'Everyone', steps: undefined },
  '1': { words: '1% of clients', steps: [{ percent: 1 }] },
  '10': { words: '10% of clients', steps: [{ percent: 10 }] },
  '50': { words: '50% of clients', steps: [{ percent: 50 }] },
  steps: {
    words: 'Staged: 1% → 10% → 50% → 100%, daily',
    steps: rolloutPresets.standard,
  },
} as const;
export type Audience = keyof typeof audiences;

export interface ReleaseJob {
  readonly app: string;
  readonly version: string;
  /** The source of the version; undefined if typed. */
  readonly versionFrom: string | undefined;
  readonly channel: string;
  readonly notes: string;
  readonly rows: readonly UploadRow[];
  readonly skipped: readonly SkippedFile[];
  readonly privateKeys: readonly string[];
  readonly draft: Release | undefined;
  readonly isRunning: boolean;
  /** Why the upload could not start. */
  readonly error: unknown;
  readonly published: Release | undefined;
  readonly audience: Audience;
}

export const emptyJob = (app: string): ReleaseJob => ({
  app,
  version: '',
  versionFrom: undefined,
  channel: 'stable',
  notes: '',
  rows: [],
  skipped: [],
  privateKeys: [],
  draft: undefined,
  isRunning: false,
  error: undefined,
  published: undefined,
  audience: 'everyone',
});

/** The upload declaration of a hashed file. */
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
    // Use the computed hashes, not the feed's.
    ...(sha512 && hashes?.sha512 !== undefined ? { sha512: hashes.sha512 } : {}),
    ...(sha1 && hashes?.sha1 !== undefined ? { sha1: hashes.sha1 } : {}),
    ...(item.companionOf === undefined ? {} : { companionOf: item.companionOf }),
    ...(item.signature ? { signature: item.signature } : {}),
  };
};

/** The draft's artifact for a target. */
export const expectedArtifact = (draft: Release | undefined, target: string): Artifact | undefined =>
  draft?.artifacts.find((one) => one.target === target);

/** Compares a hashed file with the draft: same bytes, different bytes, or new. */
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

/** Files the draft waits for that were not dropped. */
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

/** Why the upload cannot start; undefined if it can. */
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

export const unsentRows = ({ rows }: Pick<ReleaseJob, 'rows'>): UploadRow[] =>
  rows.filter(({ phase }) => ['ready', 'waiting', 'uploading', 'failed'].includes(phase));

/** Identifies a warning, so that each needs its own confirmation. */
export const warningKey = ({ code, detail }: Warning): string => `${code} ${detail}`;

/** Why it cannot be published; undefined if it can. */
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
