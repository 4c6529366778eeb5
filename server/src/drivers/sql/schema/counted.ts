/* What is counted: bytes, checks and the versions that ask. */

export interface UsageTable {
  app: string;
  day: string;
  release_id: string;
  target: string;
  bytes: number;
  downloads: number;
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
}
