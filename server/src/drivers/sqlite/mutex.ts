import { unavailable } from './errors.ts';

/** A line in which one at a time is served, in order, and which only so many may join. */
export interface Turns {
  /** Resolves when it is one's turn; throws Refusal 'database-unavailable' when the line is full or closed. */
  take(): Promise<void>;
  give(): void;
  /** Lets those in line finish, admits nobody more. */
  close(): Promise<void>;
}

/** A line for that many. */
export const createTurns = (maxWaiting: number): Turns => {
  const line: (() => void)[] = [];
  let busy = false;
  let closed = false;

  const join = async () => {
    if (busy) await new Promise<void>((resolve) => line.push(resolve));
    busy = true;
  };
  return {
    take: async () => {
      if (closed) throw unavailable('The database is closed.');
      if (line.length >= maxWaiting) throw unavailable('Too many changes are waiting for the database.');
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
