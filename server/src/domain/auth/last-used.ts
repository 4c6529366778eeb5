import type { Instant } from '../model/instant.ts';

/** Notes when something was last used, and writes it now and then: a request never waits for that. */
export const createLastUsed = (write: (used: Map<string, Instant>) => Promise<void>) => {
  let used = new Map<string, Instant>();
  return {
    note: (id: string, at: Instant): void => void used.set(id, at),

    /** Writes what was noted; what could not be written is kept for the next time. */
    flush: async (): Promise<void> => {
      if (used.size === 0) return;
      const batch = used;
      used = new Map();
      try {
        await write(batch);
      } catch (error) {
        used = new Map([...batch, ...used]);
        throw error;
      }
    },
  };
};
