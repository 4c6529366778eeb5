import { partsFromBytes } from '@slipway/core/upload-steps.ts';

const watchMs = 8_000;
const maxRemainingMs = 120_000;

/** Estimates the remaining time after an initial measuring period. */
export const isTooSlow = (progress: { sentBytes: number; sizeBytes: number; elapsedMs: number }): boolean => {
  const { sentBytes, sizeBytes, elapsedMs } = progress;
  if (sizeBytes < partsFromBytes) return false;
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
