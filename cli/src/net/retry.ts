import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@slipway/core/backoff.ts';

export interface RetryOptions {
  /** Includes the first attempt. */
  attempts: number;
  signal: AbortSignal;
  /** Whether to retry; a number is the requested wait in ms. */
  shouldRetry(error: unknown): boolean | number;
  /** Called before each wait. */
  onWait?: (error: unknown, waitMs: number) => void;
}

export const withRetries = async <T>(options: RetryOptions, attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      options.signal.throwIfAborted();
      const again = options.shouldRetry(error);
      if (again === false || count >= options.attempts) throw error;
      const waitMs = again === true ? backoffMs(count) : again;
      options.onWait?.(error, waitMs);
      await sleep(waitMs, undefined, { signal: options.signal });
    }
  }
};
