export interface UsageTable {
  app: string;
  day: string;
  release_id: string;
  target: string;
  bytes: number;
  downloads: number;
  /** Downloads counted for rollouts; null in rows written by older versions. */
  deliveries: number | null;
}

/** Inclusive ranges of days with incomplete usage counts. */
export interface PartialUsageTable {
  app: string;
  from_day: string;
  /** Null while the range is open. */
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
  /** Empty in merged rows. */
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
  /** Null in rows written by older versions. */
  readers: number | null;
}

export interface RolloutNetworkTable {
  release_id: string;
  target: string;
  network: number;
  deliveries: number;
  check_ins: number;
}
