import { setTimeout as sleep } from 'node:timers/promises';

/* The timeout only ends a test that would hang; no test depends on its value. */

const timeoutMs = 60_000;

/** Retries until it no longer throws; throws the last error on timeout. */
export const retryUntilSuccess = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(25)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

export const waitUntil = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  for (const deadline = Date.now() + timeoutMs; !(await holds()); await sleep(5))
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
};
