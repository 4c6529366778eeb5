import type { Socket } from 'node:net';

/*
 * The connections that are at the door. They lie in an array, each knowing its place: a Map through which thousands come and
 * go keeps the dead alive. A table that it has outgrown points at the next one; once the collector takes one of them for old,
 * all after it live on, with the connections in them, until everything is collected.
 */

/** A connection at the door: since when it is quiet, and whether it was answered here before. */
export interface IdleConnection {
  readonly socket: Socket;
  quietSince: number;
  wasAnswered: boolean;
  /** Where it lies; undefined once it has left. */
  place: number | undefined;
  /** The how many-th it is of all. */
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
    /** All of them now, those who came first before the others. */
    inOrder: (): IdleConnection[] => visits.toSorted((a, b) => a.number - b.number),
    /** All of them now, in any order. */
    all: (): IdleConnection[] => [...visits],
  };
};
