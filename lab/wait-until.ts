import { setTimeout as sleep } from 'node:timers/promises';

/* The timeout only ends a test that would hang; no test depends on its value. */

const patienceMs = 60_000;

/** Retries until it no longer throws; throws the last error on timeout. */
export const retryUntilSuccess = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + patienceMs; ; await sleep(25)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

export const waitUntil = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  for (const deadline = Date.now() + patienceMs; !(await holds()); await sleep(5))
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
};
