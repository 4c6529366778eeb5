import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits responses that slow clients don't read. Pages may have megabytes, and a client could request many without
 * reading any. When unread bytes exceed the limit, the oldest response is cut off. A body shared by many clients counts
 * once.
 */

export interface SlowReaderLimit {
  /** Tracks a response until the connection has taken it. */
  watch(response: ServerResponse, body: object, bytes: number): void;
  /** Tracks bytes written directly to a socket; a short response only gets a timeout. */
  watchSocket(socket: Socket, body: Uint8Array | undefined): void;
}

interface SlowReader {
  destroy(): unknown;
}

interface UnreadBody {
  readonly bytes: number;
  readonly waiters: Set<SlowReader>;
}

/** Sockets take this much at once, so it isn't tracked. */
const ignoredBytes = 8 * 1024;

export const createSlowReaderLimit = (): SlowReaderLimit => {
  /** Oldest first. */
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

  const evictOldest = (newest: object): void => {
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
    evictOldest(body);
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
      // The timeout restarts with each byte taken; node:http resets it after the response.
      socket.setTimeout(bounds.unreadSeconds * 1000);
    },
    watchSocket: (socket, body) => {
      if (body !== undefined) enter(socket, body, body.length);
      const cut = (): unknown => socket.destroy();
      socket.setTimeout(bounds.unreadSeconds * 1000, cut);
      // Called when all earlier bytes were taken or the connection closed; `drain` fires only for full buffers.
      socket.write('', () => {
        socket.off('timeout', cut);
        // Otherwise node:http has written more meanwhile, which keeps the timer.
        if (socket.writableLength === 0) socket.setTimeout(0);
        if (body !== undefined) leave(socket, body);
      });
    },
  };
};
