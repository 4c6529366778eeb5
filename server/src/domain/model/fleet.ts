import { bounds } from './bounds.ts';
import type { Day, Instant } from './instant.ts';

/*
 * Check counts by day, channel, target and version, and the number of distinct clients that send IDs. Nothing about a
 * single client is stored, neither its ID nor its address.
 */

export interface FleetCounts {
  checks: number;
  /** Checks that got an update. */
  offers: number;
  withId: number;
  /** Checks that came through a proxy; estimated from a sample. */
  proxied: number;
}

/** Checks of one version, day, channel and target. */
export interface FleetRow extends FleetCounts {
  app: string;
  day: Day;
  channel: string;
  target: string;
  version: string;
  /** Whether the app never published the version; the number of such rows is limited. */
  isUnpublished: boolean;
}

/** Collects versions and targets without their own row. */
export const otherName = 'other';

/** For clients that send no version or target, as some feed readers do. */
export const unknownName = 'unknown';

export type FleetBy = 'version' | 'target' | 'day';

/** `clients` is an estimate; undefined without IDs. */
export interface FleetTotals extends FleetCounts {
  clients?: number | undefined;
}

/** Checks of all dimensions or of one. */
export interface FleetSum extends FleetTotals {
  day?: Day;
  channel?: string;
  target?: string;
  version?: string;
}

/** One hour of a release with an unfinished rollout. */
export interface RolloutHour {
  releaseId: string;
  /** The start of the hour. */
  hour: Instant;
  target: string;
  /** Checks that offered it. */
  offers: number;
  /** Feed documents that showed it to clients that may not take it; undefined in rows of older servers. */
  readers?: number | undefined;
  /** Checks from clients that run it. */
  arrivals: number;
  downloads: number;
}

/** Check-ins of clients that run a release; `network` is a hash bucket shared by several networks. */
export interface CheckIn {
  releaseId: string;
  target: string;
  network: number;
  count: number;
  /** The time of the first one. */
  at: Instant;
}

/** The sum of several hours. */
export type ReleaseHours = Omit<RolloutHour, 'releaseId' | 'hour' | 'readers'> & { readers: number };

/** A sketch of the client IDs in a channel on one day; it gives their number but no ID. */
export interface FleetSketch {
  app: string;
  day: Day;
  channel: string;
  /** A version, or `everyVersion`. */
  version: string;
  registers: Uint8Array;
}

/** Stands for all clients of a channel. */
export const everyVersion = '';

/** Counts of one node. Batches are idempotent: an unacknowledged one is sent again unchanged. */
export interface FleetBatch {
  node: string;
  sequence: number;
  at: Instant;
  rows: readonly FleetRow[];
  /** Ignored for releases without an unfinished rollout. */
  hours: readonly RolloutHour[];
  /** At most `bounds.deliveriesOfNetwork` count per network and artifact, across all nodes. */
  checkIns?: readonly CheckIn[];
  sketches: readonly FleetSketch[];
}

export const addCounts = (a: FleetCounts, b: FleetCounts): FleetCounts => ({
  checks: a.checks + b.checks,
  offers: a.offers + b.offers,
  withId: a.withId + b.withId,
  proxied: a.proxied + b.proxied,
});

/**
 * Whether an unpublished version gets its own row: those in `taken` do, and more until the limit. An array, because a
 * set for each of many apps would need more memory than scanning is worth.
 */
export const admitUnpublishedVersion = (taken: string[], version: string): boolean => {
  if (taken.includes(version)) return true;
  if (taken.length >= bounds.unpublishedVersionsOfDay) return false;
  taken.push(version);
  return true;
};

/** Renames unpublished versions beyond the limit to `other`. */
export const foldUnpublishedVersions = (rows: readonly FleetRow[], taken: string[]): FleetRow[] =>
  rows.map((row) =>
    !row.isUnpublished || admitUnpublishedVersion(taken, row.version)
      ? row
      : { ...row, version: otherName, isUnpublished: false },
  );
