import { sqliteUnavailable } from './errors.ts';

/** A FIFO mutex with a limited queue. */
export interface Mutex {
  /** Resolves when acquired; throws Refusal 'database-unavailable' when the queue is full or closed. */
  acquire(): Promise<void>;
  release(): void;
  /** Lets queued callers finish and rejects new ones. */
  close(): Promise<void>;
}

export const createMutex = (maxWaiting: number): Mutex => {
  const line: (() => void)[] = [];
  let busy = false;
  let closed = false;

  const join = async () => {
    if (busy) await new Promise<void>((resolve) => line.push(resolve));
    busy = true;
  };
  return {
    acquire: async () => {
      if (closed) throw sqliteUnavailable('The database is closed.');
      if (line.length >= maxWaiting)
        throw sqliteUnavailable('Too many changes are waiting for the database.');
      await join();
    },
    release: () => {
      const next = line.shift();
      if (next) next();
      else busy = false;
    },
    close: async () => {
      closed = true;
      await join();
    },
  };
};
