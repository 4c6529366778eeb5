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

/** Usage as it is shown, with the version that people know. */
export interface UsageReport {
  from: Day;
  to: Day;
  rows: (UsageRow & { version: string })[];
  month: { month: Month; bytes: number; allowanceBytes: number | undefined; resetsAt: Instant };
}

/** Counts of one node, applied once: a batch that was written but not acknowledged is sent again unchanged. */
export interface UsageBatch {
  node: string;
  sequence: number;
  at: Instant;
  rows: UsageRow[];
}
