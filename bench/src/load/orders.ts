/* The load generator's orders and results, shared by both sides of the pipe. */

/** As many requests as possible over this many connections, each waiting for its response. */
export interface ClosedOrder {
  /** `fresh`: a new connection per request. */
  kind: 'closed' | 'fresh';
  /** Uses TLS without verifying the certificate. */
  isSecure?: boolean;
  port: number;
  connections: number;
  milliseconds: number;
  /** Raw requests, sent in turn. */
  requests: readonly string[];
  /** The index of the first request; the order wraps around. */
  startAt: number;
}

/** A fixed number of requests per second; latency counts from the scheduled time. */
export interface PacedOrder {
  kind: 'paced';
  port: number;
  connections: number;
  milliseconds: number;
  perSecond: number;
  requests: readonly string[];
}

/** Parallel downloads whose bytes are counted and discarded. */
export interface DrainOrder {
  kind: 'drain';
  port: number;
  connections: number;
  timesEach: number;
  request: string;
}

/** One upload: the head, then one chunk repeatedly. */
export interface PutOrder {
  kind: 'put';
  port: number;
  head: string;
  pieceBytes: number;
  pieces: number;
}

/** Downloads that are requested and never read, held until `release`. */
export interface StallOrder {
  kind: 'stall';
  port: number;
  connections: number;
  request: string;
}

export interface ReleaseOrder {
  kind: 'release';
}

export type LoadOrder = ClosedOrder | PacedOrder | DrainOrder | PutOrder | StallOrder | ReleaseOrder;

/** The result of an order; fields that do not apply are 0. */
export interface LoadResult {
  requests: number;
  bytes: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of responses per status. */
  statuses: Record<string, number>;
}

export const emptyResult: LoadResult = {
  requests: 0,
  bytes: 0,
  seconds: 0,
  p50Ms: 0,
  p99Ms: 0,
  statuses: {},
};
