/** Limits on concurrent work and database calls; part of `bounds`. */
export const workBounds = {
  /** Read requests at a time, as many public pages, and as many files by name. Further ones wait. */
  readsAtOnce: 16,
  /** Reads at a time for one app, in each of these groups. Apps take turns. */
  readsOfApp: 4,
  /** Changes at a time, and as many storage requests. Further ones wait. */
  callsAtOnce: 64,
  /** Changes at a time for one app. */
  changesOfApp: 8,
  /** Storage requests at a time for one app. */
  storageCallsOfApp: 8,
  /** Apps loaded from the database into the catalog at a time. */
  siteLoads: 4,
  /** Changes waiting for SQLite, per process. More: 503. */
  waitingChanges: 1_000,
  /** Statements waiting for each SQLite thread. More: 503. */
  waitingReads: 10_000,
  /** Time that a change waits for another process that locks the SQLite file. */
  databaseBusySeconds: 5,
  /** Prepared statements cached per SQLite thread. */
  keptStatements: 300,
  /** Calls waiting for a PostgreSQL connection, per process. More: 503. */
  waitingForConnection: 500,
  /** Time that a call waits for a PostgreSQL connection. */
  databaseConnectSeconds: 5,
  /** Time that a PostgreSQL statement may take, and that a transaction may be idle. */
  statementSeconds: 10,
  /** Orphaned objects that one cleanup run deletes. */
  collectedAtOnce: 100_000,
} as const satisfies Record<string, number>;
