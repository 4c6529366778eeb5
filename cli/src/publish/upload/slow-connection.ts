/*
 * Whether a file goes whole or in parts. Whole is cheaper for the storage: it writes and hashes every byte once,
 * and S3 can prove the hash only of a whole. In parts a broken line costs a part and not the file, which is worth
 * it where the file would take minutes. So a file begins whole, and changes over when the line proves slow.
 */

/** S3 takes no more than 5 GiB in one PUT. */
const wholeUpToBytes = 4 * 1024 ** 3;
/** Below this, parts are not worth their requests. */
const partsFromBytes = 64 * 1024 ** 2;
const watchMs = 8_000;
const patienceMs = 120_000;

/** Whether a file of that size may go in parts at all. */
export const allowsMultipart = (sizeBytes: number): boolean => sizeBytes >= partsFromBytes;

/** Whether a file of that size must go in parts. */
export const requiresMultipart = (sizeBytes: number): boolean => sizeBytes > wholeUpToBytes;

/** Whether the rest would take longer than one would like to lose, judged after a while of watching. */
export const isTooSlow = (progress: { sentBytes: number; sizeBytes: number; elapsedMs: number }): boolean => {
  const { sentBytes, sizeBytes, elapsedMs } = progress;
  if (!allowsMultipart(sizeBytes)) return false;
  return ((sizeBytes - sentBytes) / Math.max(1, sentBytes)) * elapsedMs > patienceMs;
};

/** Calls back once, after a while, if the line has proved too slow for the whole; returns how to stop watching. */
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
