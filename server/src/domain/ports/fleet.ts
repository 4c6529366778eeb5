import type {
  FleetBatch,
  FleetBy,
  FleetSketch,
  FleetSum,
  ReleaseHours,
  RolloutHour,
} from '../model/fleet.ts';
import type { Day, Instant } from '../model/instant.ts';

/** Days are inclusive. */
export interface FleetFilter {
  from: Day;
  to: Day;
  channel?: string | undefined;
}

/** Sketches of whole channels or of single versions. */
export interface SketchFilter extends FleetFilter {
  of: 'channels' | 'versions';
  /** The last row of the previous page. */
  after?: NodeSketch | undefined;
}

/** A sketch of one node; the empty name holds merged ones. */
export interface NodeSketch extends FleetSketch {
  node: string;
}

export interface Fleet {
  /** By day, channel, target, version. At most one row more than `bounds.fleetRows`. */
  listFleet(app: string, filter: FleetFilter): Promise<FleetSum[]>;
  /** Grouped and ordered by one dimension. At most one row more than `bounds.fleetSums`. */
  sumFleet(app: string, filter: FleetFilter, by: FleetBy): Promise<FleetSum[]>;
  /** By day, channel, version and node; at most `bounds.sketchesAtATime`. */
  listSketches(app: string, filter: SketchFilter): Promise<NodeSketch[]>;
  /** By hour and target; the last `bounds.rolloutHours`. */
  listRolloutHours(releaseId: string): Promise<RolloutHour[]>;
  /** Totals by target for the hours in the range, inclusive. */
  sumRolloutHours(releaseId: string, began: { from: Instant; until: Instant }): Promise<ReleaseHours[]>;
}

export interface FleetWrites {
  /**
   * Idempotent per batch. The first `bounds.unpublishedVersionsOfDay` versions per day get their own rows; the others
   * count as `other`. Sketches are merged into the node's earlier ones.
   */
  addFleet(batch: FleetBatch): Promise<void>;
  /** Merges the sketches of all nodes, one channel and day at a time; concurrent writes are not lost. */
  mergeSketches(): Promise<void>;
  /** Deletes at most `most` networks of releases published before, with a finished rollout. */
  deleteNetworks(before: Instant, most: number): Promise<void>;
  /** Deletes older days, sketches and hours. */
  deleteFleetBefore(before: Instant): Promise<void>;
}
