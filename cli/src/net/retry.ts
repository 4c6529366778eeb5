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
  again(error: unknown): boolean | number;
  /** Called before each wait. */
  onWait?: (error: unknown, waitMs: number) => void;
}

export const patiently = async <T>(patience: RetryOptions, attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      patience.signal.throwIfAborted();
      const again = patience.again(error);
      if (again === false || count >= patience.attempts) throw error;
      const waitMs = again === true ? backoffMs(count) : again;
      patience.onWait?.(error, waitMs);
      await sleep(waitMs, undefined, { signal: patience.signal });
    }
  }
};
