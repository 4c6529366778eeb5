import type { Instant } from '../model/instant.ts';

/** Records last uses in memory and writes them periodically, so that no request waits for the write. */
export const createLastUsed = (write: (used: Map<string, Instant>) => Promise<void>) => {
  let used = new Map<string, Instant>();
  return {
    note: (id: string, at: Instant): void => void used.set(id, at),

    /** Keeps the entries for the next run if the write fails. */
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
