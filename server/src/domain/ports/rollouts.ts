import type { Instant } from '../model/instant.ts';
import type { ReleaseState } from '../model/release.ts';
import type { Rollout, RolloutState } from '../model/rollout.ts';

/** A rollout with the release that it belongs to. */
export interface ListedRollout {
  rollout: Rollout;
  app: string;
  channel: string;
  version: string;
  releaseState: ReleaseState;
  /** Whether it is published and no client may skip it. */
  isMilestone: boolean;
}

/** The rollouts of releases; each release brings its own along. */
export interface Rollouts {
  /** Drafts' first, then last published first, `bounds.listedRollouts` at most. */
  listRollouts(
    app: string,
    filter: { channel?: string | undefined; states?: readonly RolloutState[] | undefined },
  ): Promise<ListedRollout[]>;
  /** All that are rolling, of every app. */
  listRolling(): Promise<ListedRollout[]>;
  /** How many are rolling, and how many paused, of every app. */
  countRollouts(): Promise<Partial<Record<'rolling' | 'paused', number>>>;
  /** What time it is for the database; undefined where it has no clock of its own. */
  readTime(): Promise<Instant | undefined>;
}

/** How they change, inside a transaction. */
export interface RolloutChanges {
  /** Inserts or replaces the rollout of its release. */
  putRollout(rollout: Rollout): Promise<void>;
}
