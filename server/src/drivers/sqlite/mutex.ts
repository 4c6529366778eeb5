import { sqliteUnavailable } from './errors.ts';

/** A line in which one at a time is served, in order, and which only so many may join. */
export interface Mutex {
  /** Resolves when it is one's turn; throws Refusal 'database-unavailable' when the line is full or closed. */
  take(): Promise<void>;
  give(): void;
  /** Lets those in line finish, admits nobody more. */
  close(): Promise<void>;
}

/** A line for that many. */
export const createMutex = (maxWaiting: number): Mutex => {
  const line: (() => void)[] = [];
  let busy = false;
  let closed = false;

  const join = async () => {
    if (busy) await new Promise<void>((resolve) => line.push(resolve));
    busy = true;
  };
  return {
    take: async () => {
      if (closed) throw sqliteUnavailable('The database is closed.');
      if (line.length >= maxWaiting)
        throw sqliteUnavailable('Too many changes are waiting for the database.');
      await join();
    },
    give: () => {
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
