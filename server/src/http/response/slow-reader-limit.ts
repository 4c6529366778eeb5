import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Answers that their clients do not take. A page may have megabytes, and whoever asks for many different ones and reads
 * none would hold them all for as long as it stays: what waits has a bound, and when it is reached, what has waited for
 * longest is cut off. A body that many wait for is held once and counts once.
 */

export interface SlowReaderLimit {
  /** Keeps an eye on an answer that has been handed to its connection, until that has taken it. */
  watch(response: ServerResponse, body: object, bytes: number): void;
  /** The same of one that was written to the connection itself; a short one is only given its time. */
  watchSocket(socket: Socket, body: Uint8Array | undefined): void;
}

/** Who has not taken an answer: it can be ended, and takes its leave. */
interface SlowReader {
  destroy(): unknown;
}

interface UnreadBody {
  readonly bytes: number;
  readonly waiters: Set<SlowReader>;
}

/** What a connection takes at once is not worth an eye. */
const ignoredBytes = 8 * 1024;

export const createSlowReaderLimit = (): SlowReaderLimit => {
  /** By body, the one that has waited for longest first. */
  const bodies = new Map<object, UnreadBody>();
  let bytes = 0;

  const forget = (body: object): void => {
    bytes -= bodies.get(body)?.bytes ?? 0;
    bodies.delete(body);
  };

  const leave = (waiter: SlowReader, body: object): void => {
    const waiting = bodies.get(body);
    waiting?.waiters.delete(waiter);
    if (waiting?.waiters.size === 0) forget(body);
  };

  const makeRoom = (newest: object): void => {
    for (const [body, { waiters }] of bodies) {
      if (bytes <= bounds.unreadBytes || body === newest) return;
      forget(body);
      for (const waiter of waiters) waiter.destroy();
    }
  };

  const begin = (body: object, size: number): UnreadBody => {
    const waiting: UnreadBody = { bytes: size, waiters: new Set() };
    bodies.set(body, waiting);
    bytes += size;
    makeRoom(body);
    return waiting;
  };

  const isTaken = (socket: Socket | null): boolean => socket === null || socket.writableLength < ignoredBytes;

  const enter = (waiter: SlowReader, body: object, size: number): void => {
    (bodies.get(body) ?? begin(body, size)).waiters.add(waiter);
  };

  return {
    watch: (response, body, size) => {
      const { socket } = response;
      if (socket === null || isTaken(socket)) return;
      enter(response, body, size);
      response.once('close', () => leave(response, body));
      // Counts from the last byte that was taken; node:http sets its own again when the answer is through.
      socket.setTimeout(bounds.unreadSeconds * 1000);
    },
    watchSocket: (socket, body) => {
      if (body !== undefined) enter(socket, body, body.length);
      const cut = (): unknown => socket.destroy();
      socket.setTimeout(bounds.unreadSeconds * 1000, cut);
      // Its turn comes when all before it was taken, or the connection is gone; `drain` is told of full buffers alone.
      socket.write('', () => {
        socket.off('timeout', cut);
        // What node:http has written behind it meanwhile goes on under the same timer.
        if (socket.writableLength === 0) socket.setTimeout(0);
        if (body !== undefined) leave(socket, body);
      });
    },
  };
};
