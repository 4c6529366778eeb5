import type { Day, Instant, Month } from '../model/instant.ts';
import type { PartialDays, UsageBatch, UsageBy, UsageRow, UsageSum } from '../model/usage.ts';

export interface Usage {
  /** By day, release, target; days inclusive. At most one row more than `bounds.usageRows`. */
  listUsage(app: string, from: Day, to: Day): Promise<(UsageRow & { version: string })[]>;
  /** Grouped and ordered by one dimension. At most one row more than `bounds.usageSums`. */
  sumUsage(app: string, days: { from: Day; to: Day }, by: UsageBy): Promise<UsageSum[]>;
  /** Completed downloads by release and target; days inclusive. */
  sumDownloads(
    app: string,
    releaseIds: readonly string[],
    days: { from: Day; to: Day },
  ): Promise<{ releaseId: string; target: string; downloads: number }[]>;
  /** Deliveries are the downloads that rollouts count. */
  sumDeliveries: Usage['sumDownloads'];
  monthBytes(app: string, month: Month): Promise<number>;
  /** Periods of incomplete counts that overlap these days, in order. */
  listPartialDays(app: string, days: { from: Day; to: Day }): Promise<PartialDays[]>;
}

export interface UsageChanges {
  /** Counts are incomplete from this day on. A period that is already open stays as it is. */
  beginPartialDays(app: string, day: Day): Promise<void>;
  /** Ends an open period on this day, if there is one. */
  endPartialDays(app: string, day: Day): Promise<void>;
}

export interface UsageWrites {
  /** Idempotent per batch. */
  addUsage(batch: UsageBatch): Promise<void>;
  /** Deletes the batch marks of nodes that have not written since. */
  deleteIdleNodes(before: Instant): Promise<void>;
}
