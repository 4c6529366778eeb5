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
  reportBytes: [KiB, 'bytes of the body of a public report'],
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
  headSeconds: [20, 'seconds in which a head must have arrived'],
  requestSeconds: [60, 'seconds in which a whole request must have arrived; uploads are measured otherwise'],
  keepAliveSeconds: [65, 'seconds that a connection may wait for its next request'],
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
  fileNameLength: [
    256,
    'characters of a file’s name that a feed’s address asks for; no file has a longer one',
  ],
  connections: [20_000, 'connections to one listener of one process; further ones are closed as they come'],
  waitingRequests: [
    10_000,
    'requests, on all connections together, that wait for the answers ahead of them on theirs; who sends more is cut off',
  ],
  turnsAtOnce: [32, 'of those that are taken up before others get their turn'],
  slowestBytesPerSecond: [1024, 'bytes a second that a download takes at least, over the time that follows'],
  slowestSeconds: [60, 'seconds after which a slower one is cut off'],
  readerBytes: [
    64 * MiB,
    'bytes of large buffers that fast downloads share; the others go on with small ones',
  ],
  uploadTtlSeconds: [900, 'seconds for which an upload address is good'],
  uploadIdleSeconds: [120, 'seconds that an upload may stand still'],
  partsOfUpload: [10_000, 'parts of an upload'],
  uploads: [
    1_000,
    'uploads that one process takes at once; of more, the one that has stood still for longest is cut off',
  ],
  uploadGatherBytes: [16 * MiB, 'bytes of all uploads that one process gathers before it writes them'],
  readsAtOnce: [
    16,
    'calls that read an app, as many public pages, and as many files by name, worked on at once; further ones wait',
  ],
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
  storageConnectSeconds: [5, 'seconds in which S3 must take a connection'],
  storageCallSeconds: [10, 'seconds in which it must begin to answer'],
  storageCopySeconds: [600, 'seconds in which it must have copied or joined an object'],
  storageSilenceSeconds: [20, 'seconds that a download from it may stand still before it is asked again'],
  waitingChanges: [1_000, 'changes that wait for SQLite in one process; further ones are 503'],
  waitingReads: [10_000, 'statements that wait for each of its threads; further ones are 503'],
  databaseBusySeconds: [5, 'seconds that a change waits for another process that holds the SQLite file'],
  keptStatements: [300, 'statements that each of its threads keeps prepared'],
  waitingForConnection: [
    500,
    'calls that wait for a connection to PostgreSQL in one process; further ones are 503',
  ],
  databaseConnectSeconds: [5, 'seconds that each of them waits'],
  statementSeconds: [10, 'seconds that a statement may take in PostgreSQL, and a transaction stand still'],
  callsPerSecond: [100, 'calls a second of one key; more are 429'],
  callBurst: [1_000, 'calls of one key at once, after a pause'],
  wrongKeysPerMinute: [300, 'wrong keys a minute from one address; more are 429'],
  reportsPerMinute: [30, 'public reports a minute from one network; more are 429'],
  rateLimitNames: [
    50_000,
    'keys, and as many addresses and networks, for which that is counted; the first are forgotten first',
  ],
  exchangesAtOnce: [8, 'tokens whose signature is checked at once; further ones wait, network by network'],
  exchangesOfNetwork: [2, 'of those from one network'],
  issuerSeconds: [5, 'seconds in which an issuer must have answered when asked for its keys'],
  issuerBytes: [256 * KiB, 'bytes of its answer'],
  issuerPauseSeconds: [60, 'seconds between two times that it is asked, whatever tokens come'],
  issuerKeysSeconds: [600, 'seconds for which its keys are taken as they are'],
  issuerAwaySeconds: [3_600, 'seconds for which the last ones are taken while it does not answer'],
  exchangedKeyDays: [
    400,
    'days after which keys that were exchanged for tokens, and have ended, are forgotten',
  ],
  keyLength: [512, 'characters of a key; a longer one is refused unread'],
  unknownHosts: [10_000, 'hosts of no app that are remembered as such'],
  answeredVersions: [
    50_000,
    'answers to checks that one process keeps by the client’s version, and as many counters of those who read feeds',
  ],
  answeredVersionsOfAddress: [256, 'of those for one channel and target, or for one document'],
  answeredVersionLength: [
    32,
    'characters of such a version; longer ones are answered anew each time, and counted as `other` unless the app published them',
  ],
  keptStages: [
    8,
    'offers ahead of a version that are kept with it while it depends on the client which it gets; of more, all are looked at anew',
  ],
  addressesOfArtifact: [
    8,
    'addresses of checks that are kept for each artifact on offer: its target is cut in two at a hyphen, or given whole',
  ],
  rememberedDownloads: [20_000, 'artifacts whose downloads go on while the database is away'],
  rememberedProofs: [10_000, 'files whose SHA-256 was checked by one process and is remembered'],
  pageQueryLength: [512, 'characters of a query that latest and history are kept by'],
  unreadBytes: [
    32 * MiB,
    'bytes of answers, files apart, that clients were sent and have not taken; of more, those that wait for longest are cut off',
  ],
  unreadSeconds: [60, 'seconds for which a client may take nothing of such an answer'],
  pageBytes: [
    64 * MiB,
    'bytes of rendered pages, latest, history and download pages, that one process keeps',
  ],
  pageBytesOfHost: [
    8 * MiB,
    'bytes of those for one host, and of one history, or the release that alone has more',
  ],
  addressesOfDocument: [
    8,
    'addresses that a document of a feed is kept by beside its own; by others it is found, and not kept',
  ],
  artifactsOfRelease: [200, 'artifacts of a release; a further one is 409, as for all that follow'],
  channelsOfApp: [64, 'channels of an app'],
  draftsOfApp: [1_000, 'drafts of an app'],
  liveKeysOfApp: [200, 'keys of an app that are neither revoked nor expired'],
  trustedPublishersOfApp: [64, 'trusted publishers of an app'],
  exchangedKeysOfApp: [1_000, 'live keys of an app that were exchanged for tokens, beside the others'],
  domainsOfApp: [64, 'domains of an app'],
  activeSigningKeys: [8, 'signing keys of an app that are in use'],
  signingKeysOfApp: [64, 'signing keys of an app, retired ones included'],
  sessionsOfKey: [100, 'sessions of one key; one more ends the one that was opened first'],
  listedSessions: [1_000, 'sessions that a list shows, opened last first'],
  listedKeys: [1_000, 'keys that a list shows: all live ones, and of the others those made last'],
  readBytes: [MiB, 'bytes of releases that one page of a list shows, or the release that alone has more'],
  historyBytes: [
    8 * MiB,
    'bytes of releases that one public history shows, or that `explain` looks at, newest first',
  ],
  siteBytes: [
    16 * MiB,
    'bytes of releases that can be offered of one app: those for everyone, then milestones, then the newest',
  ],
  unfinishedRollouts: [16, 'unfinished rollouts of a channel that a decision looks at, newest first'],
  milestonesOfChannel: [64, 'milestones of a channel; a further one is 409'],
  rollingOfApp: [100, 'rollouts of an app that are rolling at once; one more is not resumed: 409'],
  lapsOfRound: [128, 'laps in which the outcomes of a round are weighed apart; later ones count in the last'],
  batchesOfRelease: [
    10_000,
    'batches of outcomes of a release that are known when they are told again, and a few hundred more',
  ],
  listedRollouts: [200, 'rollouts that a list shows, last published first'],
  knownVersions: [2_000, 'versions of an app that are known to be its own, last published first'],
  versionsOfName: [12, 'versions that are looked for in the name of a file'],
  explainedReleases: [100, 'releases that `explain` looks at'],
  namedTargets: [20, 'targets that an answer names where a link finds none'],
  collectedAtOnce: [100_000, 'stored objects of nobody that one run of the clean-up removes'],
  loggedPathLength: [2048, 'characters of a path in the log'],
  loggedNameLength: [255, 'characters of a host or an app there'],
  readinessSeconds: [
    1,
    'second for which `/readyz` repeats what it found: one look at database and storage for all who ask',
  ],
  readinessPatienceSeconds: [2, 'seconds after which what does not answer it counts as away'],
  usageDays: [400, 'days of usage that one call sums up by day, release or target'],
  usageDetailDays: [92, 'days of usage that one call lists by all three'],
  usageRows: [25_000, 'rows of those; whoever asks for more is told to ask for fewer days'],
  usageSums: [10_000, 'rows that they are summed up to; the same'],
  fleetDays: [
    400,
    'days of checks that one call sums up by version, target or day; older ones are forgotten',
  ],
  fleetDetailDays: [92, 'days of checks that one call lists by all of them'],
  fleetRows: [25_000, 'rows of those; whoever asks for more is told to ask for fewer days'],
  fleetSums: [10_000, 'rows that they are summed up to; the same'],
  strangersOfDay: [
    16,
    'versions that an app never published with rows of their own on a day; the others are `other`',
  ],
  fleetRowsOfApp: [
    5_000,
    'rows of an app that one process adds up between two writes of checks; of more, versions are `other`',
  ],
  simulatedParts: [
    5_000,
    'versions and targets of yesterday that `simulate` looks at, those with the most checks',
  ],
  sketchedVersions: [
    32,
    'versions of a channel whose clients are told apart by themselves, last published first; of the others only with all',
  ],
  sketches: [
    8_192,
    'sketches of clients, 1 KiB each, that one process fills between two writes, and as many that it writes; of more, clients are not told apart',
  ],
  sketchesOfApp: [512, 'of those for one app'],
  sketchesAtATime: [250, 'sketches that are read at a time'],
  readSketches: [
    10_000,
    'sketches that one call reads to say how many clients there were; where there are more it says checks alone',
  ],
  uncountedCells: [2_000, 'counters of checks that are added up at once, before the next write'],
  waitingReports: [
    1_000,
    'public reports that wait in one process to be counted; further ones are dropped, and counted as that',
  ],
  reportersOfRollout: [20_000, 'reporters of a rollout that count; further ones do not'],
  reportersOfNetwork: [3, 'of those from one IPv4 /24 or IPv6 /48'],
  rolloutHours: [2_000, 'hours and targets of a rollout that are shown, the last ones'],
} as const satisfies Record<string, readonly [bound: number, of: string]>;

/** The bounds by name. */
export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, [bound]]) => [name, bound]),
) as Record<keyof typeof boundTable, number>;
