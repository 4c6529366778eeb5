import type { Instant } from '../model/instant.ts';
import type { ReleaseState } from '../model/release.ts';
import type { Rollout, RolloutState } from '../model/rollout.ts';

export interface ListedRollout {
  rollout: Rollout;
  app: string;
  channel: string;
  version: string;
  releaseState: ReleaseState;
  /** Whether it is published and a milestone. */
  isMilestone: boolean;
}

export interface Rollouts {
  /** Drafts first, then last published first; at most `bounds.listedRollouts`. */
  listRollouts(
    app: string,
    filter: { channel?: string | undefined; states?: readonly RolloutState[] | undefined },
  ): Promise<ListedRollout[]>;
  /** Across all apps. */
  listRolling(): Promise<ListedRollout[]>;
  /** Across all apps. */
  countRollouts(): Promise<Partial<Record<'rolling' | 'paused', number>>>;
  /** The database's clock; undefined if it has none. */
  readDatabaseTime(): Promise<Instant | undefined>;
}

export interface RolloutChanges {
  /** Inserts or replaces. */
  putRollout(rollout: Rollout): Promise<void>;
}
