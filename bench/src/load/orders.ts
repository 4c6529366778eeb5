/* What the load generator can be told to do, and what it answers. Both sides of the pipe read this file. */

/** As many requests as so many connections manage, each waiting for its answer. */
export interface ClosedOrder {
  /** `fresh`: each over a connection of its own. */
  kind: 'closed' | 'fresh';
  /** Over TLS, whoever vouches for the other end. */
  isSecure?: boolean;
  port: number;
  connections: number;
  milliseconds: number;
  /** Whole requests as they go over the wire; taken in turn. */
  requests: readonly string[];
  /** Which of them is the first; the others follow, and after the last the first again. */
  startAt: number;
}

/** So many requests a second, whatever the answers do; latency counts from when a request was due. */
export interface PacedOrder {
  kind: 'paced';
  port: number;
  connections: number;
  milliseconds: number;
  perSecond: number;
  requests: readonly string[];
}

/** Downloads, side by side, whose bytes are counted and thrown away. */
export interface DrainOrder {
  kind: 'drain';
  port: number;
  connections: number;
  timesEach: number;
  request: string;
}

/** One upload: the head, then one piece again and again. */
export interface PutOrder {
  kind: 'put';
  port: number;
  head: string;
  pieceBytes: number;
  pieces: number;
}

/** Downloads that are asked for and never read, held until `release`. */
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

/** What came of an order; members that do not apply are 0. */
export interface LoadResult {
  requests: number;
  bytes: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** How often each status was answered. */
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
