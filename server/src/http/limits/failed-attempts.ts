import { bounds } from '../../domain/model/bounds.ts';
import { HttpRefusal } from '../response/problems.ts';
import { createRateLimit } from './rate-limit.ts';

/** Counts what was refused to an address; throws 429 in place of the refusal once there were too many. */
export type CountFailure = (address: string) => void;

const rate = { perSecond: bounds.wrongKeysPerMinute / 60, burst: bounds.wrongKeysPerMinute };

/** Failed attempts by address: wrong keys, and tokens that no issuer signed. What is good is never refused for them. */
export const createFailedAttemptLimit = (nowMs: () => number = () => performance.now()): CountFailure => {
  const failures = createRateLimit(rate, nowMs);
  return (address) => {
    if (failures.take(address)) return;
    throw new HttpRefusal(
      'too-many-requests',
      'Too many failed attempts from this address; wait before the next one.',
      { 'retry-after': String(failures.secondsUntilNext(address)) },
    );
  };
};
