const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits on caches, per process; part of `bounds`. */
export const cacheBounds = {
  /** Unknown hosts remembered as such. */
  unknownHosts: 10_000,
  /** Cached check responses by client version, and counters of feed requests. */
  answeredVersions: 50_000,
  /** Cached check responses per app in memory, if that is more in total. */
  answeredVersionsOfSite: 4,
  /** Cached check responses for one channel and target, or for one feed document. */
  answeredVersionsOfAddress: 256,
  /** Characters of a cached client version. Longer ones are not cached, and count as `other` unless published. */
  answeredVersionLength: 32,
  /** Candidate releases cached with a version when the offer depends on the client. More: computed each time. */
  keptStages: 8,
  /** Check URLs cached for each file on offer. */
  addressesOfArtifact: 8,
  /** Characters of the query string that latest and history responses are cached by. */
  pageQueryLength: 512,
  /** Cached pages: latest, history and download pages. */
  pageBytes: 64 * MiB,
  /** Cached pages of one host, and size of one history. A single larger release is still sent. */
  pageBytesOfHost: 8 * MiB,
  /** Further URLs that a page or feed document is cached by. */
  addressesOfDocument: 8,
  /** Rendered check responses outside the heap. Above it, all are evicted. */
  responseTableBytes: 16 * MiB,
  /** Rendered check responses per app in memory, if that is more in total. */
  responseTableBytesOfSite: 4 * KiB,
} as const satisfies Record<string, number>;
