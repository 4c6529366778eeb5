/* What is counted: bytes, checks and the versions that ask. */

export interface UsageTable {
  app: string;
  day: string;
  release_id: string;
  target: string;
  bytes: number;
  downloads: number;
  /** The downloads that rollouts count; null in rows of versions that did not count them. */
  deliveries: number | null;
}

/** Days, both included, on which not all that clients got was counted. */
export interface PartialUsageTable {
  app: string;
  from_day: string;
  /** Null while it goes on. */
  to_day: string | null;
}

export interface FleetDayTable {
  app: string;
  day: string;
  channel: string;
  target: string;
  version: string;
  stranger: number;
  checks: number;
  offers: number;
  with_id: number;
  proxied: number;
}

export interface FleetSketchTable {
  app: string;
  day: string;
  channel: string;
  version: string;
  /** Empty in what was folded. */
  node: string;
  registers: string;
}

export interface RolloutHourTable {
  release_id: string;
  hour: string;
  target: string;
  offers: number;
  arrivals: number;
  downloads: number;
  /** Null in rows of versions that did not count them. */
  readers: number | null;
}

export interface RolloutNetworkTable {
  release_id: string;
  target: string;
  network: number;
  deliveries: number;
  check_ins: number;
}
