/*
 * Decides between a single PUT and a multipart upload. A single PUT is cheaper for the storage, and S3 can verify a
 * hash only of a whole file. With multipart, a broken connection costs one part instead of the file. So each file
 * starts as a single PUT and switches to multipart if the connection is slow.
 */

/** S3 accepts at most 5 GiB in one PUT. */
const wholeUpToBytes = 4 * 1024 ** 3;
/** For smaller files the extra requests do not pay off. */
const partsFromBytes = 64 * 1024 ** 2;
const watchMs = 8_000;
const maxRemainingMs = 120_000;

export const allowsMultipart = (sizeBytes: number): boolean => sizeBytes >= partsFromBytes;

export const requiresMultipart = (sizeBytes: number): boolean => sizeBytes > wholeUpToBytes;

/** Estimates the remaining time after an initial measuring period. */
export const isTooSlow = (progress: { sentBytes: number; sizeBytes: number; elapsedMs: number }): boolean => {
  const { sentBytes, sizeBytes, elapsedMs } = progress;
  if (!allowsMultipart(sizeBytes)) return false;
  return ((sizeBytes - sentBytes) / Math.max(1, sentBytes)) * elapsedMs > maxRemainingMs;
};

/** Calls back at most once, if the connection is too slow for a single PUT; returns a function that stops it. */
export const watchSpeed = (options: {
  sizeBytes: number;
  sentBytes(): number;
  tooSlow(): void;
}): (() => void) => {
  const timer = setTimeout(() => {
    const { sizeBytes, sentBytes, tooSlow } = options;
    if (isTooSlow({ sizeBytes, sentBytes: sentBytes(), elapsedMs: watchMs })) tooSlow();
  }, watchMs);
  return () => clearTimeout(timer);
};
