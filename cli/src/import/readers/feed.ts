import type { Facts } from '@slipway/build-files/bundle.ts';

/* The common model of all updaters' feeds. */

/** The hashes in a feed: lowercase hex, except SHA-512 in base64. */
export interface Hashes {
  sha256?: string;
  sha512?: string;
  sha1?: string;
}

export interface FeedFile {
  /** A file name or a full URL. */
  location: string;
  fileName: string;
  sizeBytes: number | undefined;
  /** The size limit if the feed declares no size. */
  limitBytes?: number;
  hashes: Hashes;
  signature: string | undefined;
}

/** A file that belongs to another one, such as a block map or a delta. */
export interface FeedCompanion extends FeedFile {
  suffix: string;
  facts: Facts;
  /** A missing optional file is not reported. */
  isOptional: boolean;
  /** No feed declares it, so its content is checked instead. */
  isUndeclared?: true;
}

export interface FeedArtifact extends FeedFile {
  targets: string[];
  format: string;
  facts: Facts;
  companions: FeedCompanion[];
  /** The system if only the architecture is missing, null if both are. The file has no targets yet. */
  partialSystem?: string | null;
  /** Found by its name; no feed declares hashes to compare. */
  isFoundByName?: true;
  /** The updater compares the SHA-512, which no feed declares. */
  wantsSha512?: true;
}

export interface FeedRelease {
  /** The feed's own channel name. */
  channel: string | undefined;
  version: string;
  pubDate: string | undefined;
  notes: string | undefined;
  /** The percentage of a staged rollout. */
  stagedPercent?: number | undefined;
  files: FeedArtifact[];
}

export interface ExcludedFile {
  version: string;
  file: string;
  reason: string;
}

export const feedKinds = ['tauri', 'electron', 'squirrel', 'velopack', 'sparkle'] as const;
export type FeedKind = (typeof feedKinds)[number];

export interface ParsedFeed {
  kind: FeedKind;
  releases: FeedRelease[];
  excluded: ExcludedFile[];
}
