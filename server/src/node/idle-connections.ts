import type { Socket } from 'node:net';

/*
 * Connections owned by the fast path, in an array where each knows its index. A Map with thousands of inserts and
 * deletes leaks until a major GC: each outgrown table points to the next, so one table in old space keeps all later
 * ones and their connections alive.
 */

export interface IdleConnection {
  readonly socket: Socket;
  quietSince: number;
  wasAnswered: boolean;
  /** Its index; undefined once it has left. */
  place: number | undefined;
  /** The order of arrival. */
  readonly number: number;
}

export const createIdleConnections = () => {
  const visits: IdleConnection[] = [];
  let count = 0;
  return {
    begin: (socket: Socket, now: number): IdleConnection => {
      const visit: IdleConnection = {
        socket,
        quietSince: now,
        wasAnswered: false,
        place: visits.length,
        number: count++,
      };
      visits.push(visit);
      return visit;
    },
    end: (visit: IdleConnection): void => {
      const { place } = visit;
      if (place === undefined) return;
      visit.place = undefined;
      const last = visits.pop();
      if (last === undefined || last === visit) return;
      visits[place] = last;
      last.place = place;
    },
    /** Oldest first. */
    inOrder: (): IdleConnection[] => visits.toSorted((a, b) => a.number - b.number),
    /** In any order. */
    all: (): IdleConnection[] => [...visits],
  };
};
