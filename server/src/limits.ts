import { bounds } from './domain/model/bounds.ts';

/** A download may stand still for as long as the sender's patience lasts; a request to the API may not dawdle. */
export const mainLimits = {
  requestTimeoutMs: bounds.requestSeconds * 1000,
  idleTimeoutMs: 0,
  continueAtOnce: true,
};
/** A large upload on a poor line takes its time, as long as it moves; its ticket is judged before its body comes. */
export const uploadLimits = {
  requestTimeoutMs: 0,
  idleTimeoutMs: bounds.uploadIdleSeconds * 1000,
  continueAtOnce: false,
};
/** How slow a download may be, and for how long. */
export const slowClientLimit = {
  minBytesPerSecond: bounds.slowestBytesPerSecond,
  patienceSeconds: bounds.slowestSeconds,
};
