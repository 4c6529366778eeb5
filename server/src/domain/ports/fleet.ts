import type {
  FleetBatch,
  FleetBy,
  FleetSketch,
  FleetSum,
  ReleaseHours,
  RolloutHour,
} from '../model/fleet.ts';
import type { Day, Instant } from '../model/instant.ts';

/** Which checks are asked for; days inclusive. */
export interface FleetFilter {
  from: Day;
  to: Day;
  channel?: string | undefined;
}

/** Which sketches are asked for: those of whole channels, or those of single versions. */
export interface SketchFilter extends FleetFilter {
  of: 'channels' | 'versions';
  /** Only those that come later in the list. */
  after?: NodeSketch | undefined;
}

/** What one node saw; that of the empty name holds what many saw. */
export interface NodeSketch extends FleetSketch {
  node: string;
}

/** Checks by version, and what happened to releases while they were rolled out. */
export interface Fleet {
  /** By day, channel, target, version. No more than one row beyond `bounds.fleetRows`. */
  listFleet(app: string, asked: FleetFilter): Promise<FleetSum[]>;
  /** The same summed up by one of them, in its order. No more than one row beyond `bounds.fleetSums`. */
  sumFleet(app: string, asked: FleetFilter, by: FleetBy): Promise<FleetSum[]>;
  /** By day, channel, version and node, no more than `bounds.sketchesAtATime`. */
  listSketches(app: string, asked: SketchFilter): Promise<NodeSketch[]>;
  /** Of one release, by hour and target; the last `bounds.rolloutHours` of them. */
  listRolloutHours(releaseId: string): Promise<RolloutHour[]>;
  /** The same summed up by target, of the hours that began in between, both included. */
  sumRolloutHours(releaseId: string, began: { from: Instant; until: Instant }): Promise<ReleaseHours[]>;
}

/** How counts arrive, and go. */
export interface FleetWrites {
  /**
   * Adds a batch once, however often it is sent. Of versions that the app never published `bounds.strangersOfDay` have
   * rows of their own on a day, the first that came; the others are added up under `other`. Sketches are merged into
   * those that the node wrote before.
   */
  addFleet(batch: FleetBatch): Promise<void>;
  /** Merges what nodes wrote apart into one sketch each, a channel and day at a time; nothing is lost by whoever writes meanwhile. */
  foldSketches(): Promise<void>;
  /** Forgets at most so many networks of releases that were published before, and whose rollout is done. */
  forgetNetworks(before: Instant, most: number): Promise<void>;
  /** Forgets days, their sketches and hours that lie before. */
  forgetFleet(before: Instant): Promise<void>;
}
