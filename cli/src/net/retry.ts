import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait before try `n` (from 1): half a second, doubling, at most ten, and never in step with others. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number => {
  const ceiling = Math.min(10_000, 500 * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
};

export interface RetryOptions {
  /** Tries before giving up, the first included. */
  attempts: number;
  signal: AbortSignal;
  /** Whether another try may help; a number is the wait in ms that was asked for. */
  again(error: unknown): boolean | number;
  /** Told before each wait. */
  onWait?: (error: unknown, waitMs: number) => void;
}

/** Tries until it works, or until another try cannot help. */
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
