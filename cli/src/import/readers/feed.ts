import type { Facts } from '@slipway/build-files/bundle.ts';

/* What the feeds of all updaters have in common: releases, and files with what is said of them. */

/** The hashes that a feed declares of a file: hex in lower case, SHA-512 in base64. */
export interface Hashes {
  sha256?: string;
  sha512?: string;
  sha1?: string;
}

/** A file as a feed names it. */
export interface FeedFile {
  /** A name, or a whole address. */
  location: string;
  fileName: string;
  sizeBytes: number | undefined;
  /** As much as it can have, where its size is not declared. */
  limitBytes?: number;
  hashes: Hashes;
  signature: string | undefined;
}

/** A file that only goes with another, as a block map or a delta does. */
export interface FeedCompanion extends FeedFile {
  suffix: string;
  facts: Facts;
  /** Whether the old place may do without it: then its absence is not told. */
  isOptional: boolean;
  /** No feed says anything of it: it is looked into instead. */
  isUndeclared?: true;
}

/** A file for clients. */
export interface FeedArtifact extends FeedFile {
  targets: string[];
  format: string;
  facts: Facts;
  companions: FeedCompanion[];
  /** The system, where its architecture is not told, or null where neither is: then it has no targets yet. */
  untold?: string | null;
  /** No feed names it: it was found by its name, and nothing can be compared. */
  isByName?: true;
  /** Its updater compares the SHA-512, which no feed tells. */
  wantsSha512?: true;
}

export interface FeedRelease {
  /** The channel by the feed's own words; undefined where it names none. */
  channel: string | undefined;
  version: string;
  pubDate: string | undefined;
  notes: string | undefined;
  /** How many of a hundred clients are offered it, where not all are. */
  stagedPercent?: number | undefined;
  files: FeedArtifact[];
}

/** A file that does not come along, and why. */
export interface ExcludedFile {
  version: string;
  file: string;
  reason: string;
}

export const feedKinds = ['tauri', 'electron', 'squirrel', 'velopack', 'sparkle'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** What a feed tells. */
export interface ParsedFeed {
  kind: FeedKind;
  releases: FeedRelease[];
  leftOut: ExcludedFile[];
}
