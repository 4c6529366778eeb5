import type { Day, Instant, Month } from './instant.ts';

/** What went out to clients on one day for one artifact. */
export interface UsageRow {
  app: string;
  day: Day;
  releaseId: string;
  target: string;
  bytes: number;
  downloads: number;
}

/** What usage may be summed up by. */
export type UsageBy = 'day' | 'release' | 'target';

/** Bytes and downloads of a day, a release and a target, or of one of these alone; with the version people know. */
export interface UsageSum {
  day?: Day;
  releaseId?: string;
  version?: string;
  target?: string;
  bytes: number;
  downloads: number;
  /** Whether clients got more, or less, that day than was counted. */
  isPartial?: true;
}

/** Days, both included, on which not all that clients got was counted; it goes on where it has no last day. */
export interface PartialDays {
  from: Day;
  to: Day | undefined;
}

/** Usage as it is shown. */
export interface UsageReport {
  from: Day;
  to: Day;
  rows: UsageSum[];
  /** Whether on any of these days not all was counted. */
  isPartial: boolean;
  month: {
    month: Month;
    bytes: number;
    allowanceBytes: number | undefined;
    resetsAt: Instant;
    isPartial: boolean;
  };
}

/** Files that one network was sent in full; `network` is a number that several networks share. */
export interface DeliveryCount {
  app: string;
  releaseId: string;
  target: string;
  network: number;
  count: number;
  /** When the first of them was. */
  at: Instant;
}

/** Counts of one node, applied once: a batch that was written but not acknowledged is sent again unchanged. */
export interface UsageBatch {
  node: string;
  sequence: number;
  at: Instant;
  rows: UsageRow[];
  /** Of each network and artifact at most `bounds.deliveriesOfNetwork` are ever counted, by all nodes together. */
  deliveries?: readonly DeliveryCount[];
}
