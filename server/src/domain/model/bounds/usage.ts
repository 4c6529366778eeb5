/** Limits on counting downloads, checks and clients; part of `bounds`. */
export const usageBounds = {
  /** Time range of one usage request, grouped by day, release or target. */
  usageDays: 400,
  /** Time range of one usage request without grouping. */
  usageDetailDays: 92,
  /** Rows of an ungrouped usage response. More: 400, ask for fewer days. */
  usageRows: 25_000,
  /** Rows of a grouped usage response. More: 400, ask for fewer days. */
  usageSums: 10_000,
  /** Time range of one fleet request, grouped by version, target or day. Older counts are deleted. */
  fleetDays: 400,
  /** Time range of one fleet request without grouping. */
  fleetDetailDays: 92,
  /** Rows of an ungrouped fleet response. More: 400, ask for fewer days. */
  fleetRows: 25_000,
  /** Rows of a grouped fleet response. More: 400, ask for fewer days. */
  fleetSums: 10_000,
  /** Unpublished versions of an app counted separately per day. The others count as `other`. */
  unpublishedVersionsOfDay: 16,
  /** Counter rows of an app per process between two writes. Above it, versions count as `other`. */
  fleetRowsOfApp: 5_000,
  /** Versions and targets of yesterday that `simulate` considers, most checked first. */
  simulatedParts: 5_000,
  /** Versions of a channel with separate client counts, last published first. */
  sketchedVersions: 32,
  /** Client sketches (1 KiB each) filled per process between two writes. Above it, clients are not counted. */
  sketches: 8_192,
  /** Client sketches of one app. */
  sketchesOfApp: 512,
  /** Client sketches read at a time. */
  sketchesAtATime: 250,
  /** Client sketches that one request reads. More: it returns only checks, no clients. */
  readSketches: 10_000,
  /** Counters of cached check responses aggregated per run, twice in 10 seconds. */
  settledRows: 5_000,
  /** Check and rollout counters waiting to be aggregated. Above it, they are aggregated at once. */
  uncountedCells: 2_000,
  /** Waiting check counters per app in memory, if that is more in total. */
  uncountedCellsOfSite: 2,
} as const satisfies Record<string, number>;
