import { setTimeout as delay } from 'node:timers/promises';

/** Tries again until it no longer throws; the last error where it never does. */
export const eventually = async <T>(attempt: () => Promise<T>, withinMs = 2000): Promise<T> => {
  for (const deadline = Date.now() + withinMs; ; await delay(25)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};
