import { setTimeout as sleep } from 'node:timers/promises';

/** Exponential backoff with jitter before attempt `n` (from 1): from half a second up to ten seconds. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number => {
  const ceiling = Math.min(10_000, 500 * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
};

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
