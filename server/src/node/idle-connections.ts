import type { Socket } from 'node:net';

/*
 * Connections owned by the fast path, in an array where each knows its index. A Map with thousands of inserts and
 * deletes leaks until a major GC: each outgrown table points to the next, so one table in old space keeps all later
 * ones and their connections alive.
 */

export interface IdleConnection {
  readonly socket: Socket;
  idleSince: number;
  hadResponse: boolean;
  /** Its index; undefined once it has left. */
  index: number | undefined;
  /** The order of arrival. */
  readonly order: number;
}

export const createIdleConnections = () => {
  const visits: IdleConnection[] = [];
  let count = 0;
  return {
    add: (socket: Socket, now: number): IdleConnection => {
      const visit: IdleConnection = {
        socket,
        idleSince: now,
        hadResponse: false,
        index: visits.length,
        order: count++,
      };
      visits.push(visit);
      return visit;
    },
    remove: (visit: IdleConnection): void => {
      const { index } = visit;
      if (index === undefined) return;
      visit.index = undefined;
      const last = visits.pop();
      if (last === undefined || last === visit) return;
      visits[index] = last;
      last.index = index;
    },
    /** Oldest first. */
    oldestFirst: (): IdleConnection[] => visits.toSorted((a, b) => a.order - b.order),
    /** In any order. */
    all: (): IdleConnection[] => [...visits],
  };
};
