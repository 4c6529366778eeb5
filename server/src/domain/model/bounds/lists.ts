const MiB = 1024 * 1024;

/** Limits on what one request reads or returns; part of `bounds`. */
export const listBounds = {
  /** Sessions in a list, newest first. */
  listedSessions: 1_000,
  /** Keys in a list: all active ones, then the newest of the others. */
  listedKeys: 1_000,
  /** Rollouts in a list, last published first. */
  listedRollouts: 200,
  /** Channels and targets in a list of offers. */
  listedOffers: 1_000,
  /** Files of a channel that a list of feeds considers, newest first. */
  listedArtifacts: 2_000,
  /** Releases on one page of a list, in bytes. A single larger release is still returned. */
  readBytes: MiB,
  /** Releases in one public history, or considered by `explain`, in bytes; newest first. */
  historyBytes: 8 * MiB,
  /** Releases per channel that `explain` adds to those that can be offered, newest first. */
  explainedReleases: 100,
  /** Releases of an app considered for checks, in bytes: full releases, then milestones, then the newest. */
  siteBytes: 16 * MiB,
  /** Unfinished rollouts of a channel considered for checks, newest first. */
  unfinishedRollouts: 16,
  /** Published versions of an app that counters recognize, last published first. */
  knownVersions: 2_000,
  /** Version spellings searched for in a file name. */
  versionsOfName: 12,
  /** Files on a download page, from the newest releases. */
  pageFiles: 200,
  /** Targets that an error response lists when a link finds no file. */
  namedTargets: 20,
} as const satisfies Record<string, number>;
