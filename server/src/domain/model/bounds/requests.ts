import { maxTargetLength } from '@slipway/core/platform.ts';
import { maxVersionLength } from '@slipway/core/version.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits on requests and connections; part of `bounds`. */
export const requestBounds = {
  /** Size of the line and headers of a request, including path and query. Larger: 431. */
  headBytes: 16 * KiB,
  /** Headers of a request. More: 431. */
  headers: 100,
  /** Time to send the line and headers of a request. */
  headSeconds: 20,
  /** Time to send a whole request. Uploads have their own limits. */
  requestSeconds: 60,
  /** Time that an idle connection stays open. */
  keepAliveSeconds: 65,
  /** Time that a connection stays open after its headers were rejected. */
  lingerSeconds: 1,
  /** Connections to one listener of a process. Further ones are closed. */
  connections: 20_000,
  /** Connections with partial headers, per listener and process. Above it, the oldest are closed. */
  halfSentHeads: 1_000,
  /** Pipelined requests waiting in a process. Connections that send more are closed. */
  waitingRequests: 10_000,
  /** Pipelined requests handled before other connections get a turn. */
  turnsAtOnce: 32,
  /** Size of a JSON body. Larger: 413. */
  bodyBytes: MiB,
  /** Size of a client report's body. */
  reportBytes: KiB,
  /** JSON bodies in memory, per process. Above it, the largest sender's oldest unfinished body gets 429. */
  bodiesBytes: 24 * MiB,
  /** JSON bodies in memory for one app, or for all requests without a key. */
  bodiesBytesOfApp: 8 * MiB,
  /** Memory counted for a body in addition to its size. */
  bodyOverheadBytes: 8 * KiB,
  /** Nesting levels in a body. */
  bodyDepth: 16,
  /** Values, and as many members, in a body beyond the maximum of its schema. */
  bodySpareValues: 100,
  /** Invalid fields listed in one error response. */
  reportedFaults: 100,
  /** Characters of an unknown member's name that an error response repeats. */
  shownNameLength: 128,
  /** Characters of a target in a permanent link. Longer: 404. */
  targetLength: maxTargetLength,
  /** Characters of a client's version. No release has a longer one. */
  versionLength: maxVersionLength,
  /** Characters of a file name in a feed URL. No file has a longer one. */
  fileNameLength: 256,
  /** Characters of a key. A longer one is rejected unread. */
  keyLength: 512,
  /** Requests per second with one key. More: 429. */
  callsPerSecond: 100,
  /** Requests with one key in a burst, after a pause. */
  callBurst: 1_000,
  /** Sessions per minute that one key of an app opens. More: 429. */
  signInsPerMinute: 30,
  /** Wrong keys per minute from one IP address. More: 429. */
  wrongKeysPerMinute: 300,
  /** Client reports per minute from one network. More: 429. */
  reportsPerMinute: 30,
  /** Keys, and as many addresses and networks, that rate limits track. Above it, the oldest are dropped. */
  rateLimitNames: 50_000,
  /** Unsent response bytes, except files, per process. Above it, the slowest readers are disconnected. */
  unreadBytes: 32 * MiB,
  /** Time that a client may stop reading a response, except a file. */
  unreadSeconds: 60,
  /** Characters of a path in the log. */
  loggedPathLength: 2048,
  /** Characters of a host or an app in the log. */
  loggedNameLength: 255,
  /** Time that `/readyz` repeats its last result. */
  readinessSeconds: 1,
  /** Time after which `/readyz` reports a database or storage that doesn't respond as unavailable. */
  readinessTimeoutSeconds: 2,
  /** Time that `/metrics` repeats its last result. */
  metricsSeconds: 1,
} as const satisfies Record<string, number>;
