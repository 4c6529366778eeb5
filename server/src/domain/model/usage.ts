import type { Day, Instant, Month } from './instant.ts';

/** Deliveries of one artifact on one day. */
export interface UsageRow {
  app: string;
  day: Day;
  releaseId: string;
  target: string;
  bytes: number;
  downloads: number;
}

export type UsageBy = 'day' | 'release' | 'target';

/** Totals of all dimensions or of one, with the release's version. */
export interface UsageSum {
  day?: Day;
  releaseId?: string;
  version?: string;
  target?: string;
  bytes: number;
  downloads: number;
  /** Whether the day's count is incomplete. */
  isPartial?: true;
}

/** Days with incomplete counts, inclusive; ongoing if it has no end. */
export interface PartialDays {
  from: Day;
  to: Day | undefined;
}

export interface UsageReport {
  from: Day;
  to: Day;
  rows: UsageSum[];
  /** Whether any of these days is incomplete. */
  isPartial: boolean;
  month: {
    month: Month;
    bytes: number;
    allowanceBytes: number | undefined;
    resetsAt: Instant;
    isPartial: boolean;
  };
}

/** Complete downloads of one network; `network` is a hash bucket shared by several networks. */
export interface DeliveryCount {
  app: string;
  releaseId: string;
  target: string;
  network: number;
  count: number;
  /** The time of the first one. */
  at: Instant;
}

/** Counts of one node. Batches are idempotent: an unacknowledged one is sent again unchanged. */
export interface UsageBatch {
  node: string;
  sequence: number;
  at: Instant;
  rows: UsageRow[];
  /** At most `bounds.deliveriesOfNetwork` count per network and artifact, across all nodes. */
  deliveries?: readonly DeliveryCount[];
}
