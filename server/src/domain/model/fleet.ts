import { bounds } from './bounds.ts';
import type { Day, Instant } from './instant.ts';

/*
 * What installed copies say of themselves while they check, or read a feed: how many checks, by day, channel, target and
 * version, and how many different copies they came from, as far as these send ids. Nothing of one client is kept, neither
 * its id nor its address.
 */

export interface FleetCounts {
  checks: number;
  /** Checks that were answered with an update. */
  offers: number;
  /** Checks that sent an id. */
  withId: number;
  /** Checks that someone on the way passed on, about: a sample. */
  proxied: number;
}

/** The checks of one version, on one day, in one place. */
export interface FleetRow extends FleetCounts {
  app: string;
  day: Day;
  channel: string;
  target: string;
  version: string;
  /** Whether the app never published the version: only so many of them have rows of their own. */
  isStranger: boolean;
}

/** The name of what has no row of its own, a version or a target. */
export const otherName = 'other';

/** The name of what a client does not tell, its version or its target: some updaters read a feed and say neither. */
export const unknownName = 'unknown';

/** What the fleet may be summed up by. */
export type FleetBy = 'version' | 'target' | 'day';

/** Checks, and how many different clients they came from, about; undefined where no ids tell. */
export interface FleetTotals extends FleetCounts {
  clients?: number | undefined;
}

/** Checks of a day, channel, target and version, or of one of these alone. */
export interface FleetSum extends FleetTotals {
  day?: Day;
  channel?: string;
  target?: string;
  version?: string;
}

/** What happened to a release in one hour, while its rollout was not done. */
export interface RolloutHour {
  releaseId: string;
  /** When the hour began. */
  hour: Instant;
  target: string;
  /** Checks that were answered with it. */
  offers: number;
  /** Documents of feeds that showed it to clients that may or may not take it; undefined where an older version counted. */
  readers?: number | undefined;
  /** Checks from copies that have it. */
  arrivals: number;
  downloads: number;
}

/** Checks of one network from copies that have a release; `network` is a number that several networks share. */
export interface CheckIn {
  releaseId: string;
  target: string;
  network: number;
  count: number;
  /** When the first of them was. */
  at: Instant;
}

/** The same of several hours together. */
export type ReleaseHours = Omit<RolloutHour, 'releaseId' | 'hour' | 'readers'> & { readers: number };

/** Who asked with an id in a channel on one day, as a sketch: how many they were can be told from it, and not who. */
export interface FleetSketch {
  app: string;
  day: Day;
  channel: string;
  /** The version that asked, or `everyVersion`. */
  version: string;
  registers: Uint8Array;
}

/** The version of a sketch of all clients of a channel. */
export const everyVersion = '';

/** Counts of one node, applied once: a batch that was written but not acknowledged is sent again unchanged. */
export interface FleetBatch {
  node: string;
  sequence: number;
  at: Instant;
  rows: readonly FleetRow[];
  /** Those of releases without a rollout, or whose rollout is done, are passed over. */
  hours: readonly RolloutHour[];
  /** Of each network and artifact at most `bounds.deliveriesOfNetwork` are ever counted, by all nodes together. */
  checkIns?: readonly CheckIn[];
  sketches: readonly FleetSketch[];
}

/** The checks of two rows together. */
export const addCounts = (a: FleetCounts, b: FleetCounts): FleetCounts => ({
  checks: a.checks + b.checks,
  offers: a.offers + b.offers,
  withId: a.withId + b.withId,
  proxied: a.proxied + b.proxied,
});

/**
 * Whether a version that the app never published has a row of its own on a day: those that have one, `taken`, and as many
 * more as there is room for. They are few: a set for each of many apps would take more to hold than to look through.
 */
export const admitUnpublishedVersion = (taken: string[], version: string): boolean => {
  if (taken.includes(version)) return true;
  if (taken.length >= bounds.strangersOfDay) return false;
  taken.push(version);
  return true;
};

/** Rows of an app and a day, in which strangers beyond those that there is room for are `other`. */
export const foldUnpublishedVersions = (rows: readonly FleetRow[], taken: string[]): FleetRow[] =>
  rows.map((row) =>
    !row.isStranger || admitUnpublishedVersion(taken, row.version)
      ? row
      : { ...row, version: otherName, isStranger: false },
  );
