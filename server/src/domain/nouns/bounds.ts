/*
 * What bounds every thing that strangers, or the holder of a key, can make grow. Whoever keeps, reads or waits for
 * something on behalf of others takes its bound from here; docs/OPERATIONS.md shows the same list, and a test compares
 * the two. The lengths of fields are part of the contract and stand in its schemas (api/src/bounds.ts).
 */

const KiB = 1024;
const MiB = 1024 * KiB;

/** The bounds, each with what it holds back. */
export const boundTable = {
  bodyBytes: [MiB, 'bytes of one JSON body; more is 413'],
  bodiesBytes: [
    24 * MiB,
    'bytes of all JSON bodies that one process reads or works on; the one that holds most loses its oldest half-sent one: 429',
  ],
  bodiesBytesOfApp: [8 * MiB, 'bytes of those for one app, and for all who show no key together'],
  bodyOverheadBytes: [8 * KiB, 'bytes that each of them counts beside its own'],
  bodyDepth: [16, 'levels of nesting in a body; ours have four'],
  bodySpareValues: [100, 'values, and as many members, in a body beyond those that its schema has room for'],
  toldFaults: [100, 'broken fields that one answer names: it is not to be larger than what it answers'],
  shownNameLength: [128, 'characters of an unknown member’s name that an answer repeats'],
  headBytes: [16 * KiB, 'bytes of a request’s line and headers, its path and query among them; more is 431'],
  headers: [100, 'headers of a request; more is 431, too'],
  halfSentHeads: [
    1_000,
    'connections to one listener of one process that owe the rest of a head; of more, those that owe it for longest are closed',
  ],
  farewellSeconds: [1, 'second that a connection stays open after a head on it was refused'],
  targetLength: [
    128,
    'characters of a target that a link asks for; a longer one is nobody’s and not taken apart',
  ],
  connections: [20_000, 'connections to one listener of one process; further ones are closed as they come'],
  waitingRequests: [
    10_000,
    'requests, on all connections together, that wait for the answers ahead of them on theirs; who sends more is cut off',
  ],
  turnsAtOnce: [32, 'of those that are taken up before others get their turn'],
  uploads: [
    1_000,
    'uploads that one process takes at once; of more, the one that has stood still for longest is cut off',
  ],
  uploadGatherBytes: [16 * MiB, 'bytes of all uploads that one process gathers before it writes them'],
  readsAtOnce: [16, 'calls that read an app, and as many public pages, worked on at once; further ones wait'],
  readsOfApp: [4, 'of each of those for one app: what waits is served app by app'],
  callsAtOnce: [64, 'calls that change an app, and as many that ask the storage, worked on at once'],
  changesOfApp: [8, 'of those that change, for one app, which change it one after the other anyway'],
  storageCallsOfApp: [8, 'of those that ask the storage, for one app'],
  siteLoads: [4, 'sites read from the database at once, and one at a time of an app'],
  ranges: [1_000, 'ranges of one download; more are answered with the whole file, as for the next two'],
  rangeRequests: [
    128,
    'requests to S3 that the ranges of one download may need, near ones being read together',
  ],
  skippedBytes: [64 * MiB, 'bytes between near ranges of one download that are read and not sent'],
  storageReaders: [4_000, 'downloads of one process that hold a connection to S3; further ones are 503'],
  unreadBytes: [
    32 * MiB,
    'bytes of answers, files apart, that clients were sent and have not taken; of more, those that wait for longest are cut off',
  ],
  unreadSeconds: [60, 'seconds for which a client may take nothing of such an answer'],
  pageBytes: [64 * MiB, 'bytes of rendered pages, latest and history, that one process keeps'],
  pageBytesOfHost: [8 * MiB, 'bytes of those for one host'],
  artifactsOfRelease: [200, 'artifacts of a release; a further one is 409, as for all that follow'],
  channelsOfApp: [64, 'channels of an app'],
  draftsOfApp: [1_000, 'drafts of an app'],
  liveKeysOfApp: [200, 'keys of an app that are neither revoked nor expired'],
  domainsOfApp: [64, 'domains of an app'],
  listedKeys: [1_000, 'keys that a list shows: all live ones, and of the others those made last'],
  readBytes: [MiB, 'bytes of releases that one page of a list shows, or the release that alone has more'],
  historyBytes: [
    8 * MiB,
    'bytes of releases that one public history shows, or that `explain` looks at, newest first',
  ],
  siteBytes: [16 * MiB, 'bytes of releases that can be offered of one app, newest first; older ones are not'],
  readinessSeconds: [
    1,
    'second for which `/readyz` repeats what it found: one look at database and storage for all who ask',
  ],
  usageDays: [400, 'days of usage that one call sums up by day, release or target'],
  usageDetailDays: [92, 'days of usage that one call lists by all three'],
} as const satisfies Record<string, readonly [bound: number, of: string]>;

/** The bounds by name. */
export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, [bound]]) => [name, bound]),
) as Record<keyof typeof boundTable, number>;
