import { bounds } from '../../domain/model/bounds.ts';
import { HttpRefusal } from '../response/problems.ts';
import { createRateLimit } from './rate-limit.ts';

/** Throws 429 once an address has too many failures. */
export type CountFailure = (address: string) => void;

const rate = { perSecond: bounds.wrongKeysPerMinute / 60, burst: bounds.wrongKeysPerMinute };

/** Limits wrong keys and tokens without a valid signature, by address. Valid ones always pass. */
export const createFailedAttemptLimit = (nowMs: () => number = () => performance.now()): CountFailure => {
  const failures = createRateLimit(rate, nowMs);
  return (address) => {
    if (failures.take(address)) return;
    throw new HttpRefusal(
      'too-many-requests',
      'Too many failed attempts from this address. Wait before retrying.',
      { 'retry-after': String(failures.secondsUntilNext(address)) },
    );
  };
};
