import { bounds } from './domain/model/bounds.ts';

/** The slow client limit bounds stalled downloads; API requests have short timeouts. */
export const mainLimits = {
  requestTimeoutMs: bounds.requestSeconds * 1000,
  idleTimeoutMs: 0,
  autoContinue: true,
};
/** A large upload on a slow connection may take long as long as it progresses; its ticket is checked first. */
export const uploadLimits = {
  requestTimeoutMs: 0,
  idleTimeoutMs: bounds.uploadIdleSeconds * 1000,
  autoContinue: false,
};
/** The minimum download speed and the time below it before the server disconnects. */
export const slowClientLimit = {
  minBytesPerSecond: bounds.slowestBytesPerSecond,
  graceSeconds: bounds.slowestSeconds,
};
