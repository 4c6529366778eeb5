import type { Day, Instant, Month } from '../model/instant.ts';
import type { PartialDays, UsageBatch, UsageBy, UsageRow, UsageSum } from '../model/usage.ts';

/** What went out to clients. */
export interface Usage {
  /** By day, release, target; days inclusive. No more than one row beyond `bounds.usageRows`. */
  listUsage(app: string, from: Day, to: Day): Promise<(UsageRow & { version: string })[]>;
  /** The same summed up by one of the three, in its order. No more than one row beyond `bounds.usageSums`. */
  sumUsage(app: string, days: { from: Day; to: Day }, by: UsageBy): Promise<UsageSum[]>;
  /** Completed downloads of each of these releases, by target; days inclusive. */
  sumDownloads(
    app: string,
    releaseIds: readonly string[],
    days: { from: Day; to: Day },
  ): Promise<{ releaseId: string; target: string; downloads: number }[]>;
  /** The same of deliveries, the downloads that rollouts count. */
  sumDeliveries: Usage['sumDownloads'];
  monthBytes(app: string, month: Month): Promise<number>;
  /** When not all that clients got was counted, as far as it touches these days; first to last. */
  listPartialDays(app: string, days: { from: Day; to: Day }): Promise<PartialDays[]>;
}

/** What is known of how usage is counted, inside a transaction. */
export interface UsageChanges {
  /** From this day on not all is counted. Once begun it goes on, whatever day is said. */
  beginPartialDays(app: string, day: Day): Promise<void>;
  /** This day is the last of those; fine where there are none. */
  endPartialDays(app: string, day: Day): Promise<void>;
}

/** How counts arrive. */
export interface UsageWrites {
  /** Adds a batch to usage once, however often it is sent. */
  addUsage(batch: UsageBatch): Promise<void>;
  /** Forgets the batch marks of nodes that have not written since. */
  forgetNodes(before: Instant): Promise<void>;
}
