import type { Artifact, ArtifactDeclaration, Release } from '@slipway/api';
import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import { rolloutPresets } from '@slipway/core/rollout-presets.ts';
import { findRememberedName } from './file-names.ts';
import { unnamedFile } from './messages.ts';
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

/** Rollout plans of the initial audiences. */
export const audiences = {
  everyone: { steps: undefined },
  '1': { steps: [{ percent: 1 }] },
  '10': { steps: [{ percent: 10 }] },
  '50': { steps: [{ percent: 50 }] },
  steps: {
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
      name: fileName ?? findRememberedName(draft?.id ?? '', target) ?? unnamedFile(format),
      sizeBytes: size,
      sha256,
    }));

export const unsentRows = ({ rows }: Pick<ReleaseJob, 'rows'>): UploadRow[] =>
  rows.filter(({ phase }) => ['ready', 'waiting', 'uploading', 'failed'].includes(phase));
