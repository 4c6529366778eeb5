import type { FleetBatch, FleetBy, FleetSum, ReleaseHours, RolloutHour } from '../nouns/fleet.ts';
import type { Day, Instant } from '../nouns/instant.ts';

/** Which checks are asked for; days inclusive. */
export interface FleetAsked {
  from: Day;
  to: Day;
  channel?: string | undefined;
}

/** Checks by version, and what happened to releases while they were rolled out. */
export interface Fleet {
  /** By day, channel, target, version. No more than one row beyond `bounds.fleetRows`. */
  listFleet(app: string, asked: FleetAsked): Promise<FleetSum[]>;
  /** The same summed up by one of them, in its order. No more than one row beyond `bounds.fleetSums`. */
  sumFleet(app: string, asked: FleetAsked, by: FleetBy): Promise<FleetSum[]>;
  /** Of one release, by hour and target; the last `bounds.rolloutHours` of them. */
  listRolloutHours(releaseId: string): Promise<RolloutHour[]>;
  /** The same summed up by target, of the hours that began in between, both included. */
  sumRolloutHours(releaseId: string, began: { from: Instant; until: Instant }): Promise<ReleaseHours[]>;
}

/** How counts arrive, and go. */
export interface FleetCounting {
  /**
   * Adds a batch once, however often it is sent. Of versions that the app never published `bounds.strangersOfDay` have
   * rows of their own on a day, the first that came; the others are added up under `other`.
   */
  addFleet(batch: FleetBatch): Promise<void>;
  /** Forgets days and hours that lie before. */
  forgetFleet(before: Instant): Promise<void>;
}
