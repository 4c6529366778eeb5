const MiB = 1024 * 1024;

/** Limits on downloads, uploads and storage calls; part of `bounds`. */
export const transferBounds = {
  /** Bytes per second that a client must read of a download, averaged over the next limit. Slower ones are cut off. */
  slowestBytesPerSecond: 1024,
  /** Time over which that average is taken. */
  slowestSeconds: 60,
  /** Large read buffers that fast downloads share, per process. The others continue with small ones. */
  readerBytes: 64 * MiB,
  /** Ranges of one download. More: the whole file is sent. */
  ranges: 1_000,
  /** Requests to S3 for the ranges of one download. More: the whole file is sent. */
  rangeRequests: 128,
  /** Bytes between ranges of one download that are read and not sent. More: the whole file is sent. */
  skippedBytes: 64 * MiB,
  /** Downloads of a process with a connection to S3. More: 503. */
  storageReaders: 4_000,
  /** Time for S3 to accept a connection. */
  storageConnectSeconds: 5,
  /** Time for S3 to start its response. */
  storageCallSeconds: 10,
  /** Time for S3 to copy an object or assemble an upload. */
  storageCopySeconds: 600,
  /** Time that a download from S3 may stall before the server requests the rest again. */
  storageSilenceSeconds: 20,
  /** Time that a redirect relies on the last check that its object exists. */
  storageSeenSeconds: 60,
  /** Lifetime of the URL that a download is redirected to. */
  redirectSeconds: 900,
  /** Lifetime of an upload URL. */
  uploadTtlSeconds: 900,
  /** Time that an upload may stall. */
  uploadIdleSeconds: 120,
  /** Parts of a multipart upload. */
  partsOfUpload: 10_000,
  /** Uploads at a time, per process. Above it, the app with the most loses the one that stalled longest. */
  uploads: 1_000,
  /** Uploads at a time for one app. Above it, the one that stalled longest is cut off. */
  uploadsOfApp: 500,
  /** Uploads at a time to one upload URL. Above it, the one that stalled longest is cut off. */
  uploadsOfAddress: 4,
  /** Upload bytes buffered before they are written, per process. */
  uploadBufferBytes: 16 * MiB,
  /** Downloads, by file, that continue during a database outage. */
  rememberedDownloads: 20_000,
  /** Files whose verified SHA-256 a process remembers. */
  rememberedProofs: 10_000,
} as const satisfies Record<string, number>;
