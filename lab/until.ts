import { setTimeout as sleep } from 'node:timers/promises';

/* Waiting for what must come. The patience only ends a test that would wait for ever: nothing is judged by it. */

const patienceMs = 60_000;

/** Tries again until it no longer throws; the last error where it never does. */
export const retryUntilSuccess = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + patienceMs; ; await sleep(25)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

/** Waits until something holds. */
export const waitUntil = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  for (const deadline = Date.now() + patienceMs; !(await holds()); await sleep(5))
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
};
