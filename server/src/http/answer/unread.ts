import type { ServerResponse } from 'node:http';
import { bounds } from '../../domain/nouns/bounds.ts';

/*
 * Answers that their clients do not take. A page may have megabytes, and whoever asks for many different ones and reads
 * none would hold them all for as long as it stays: what waits has a bound, and when it is reached, what has waited for
 * longest is cut off. A body that many wait for is held once and counts once.
 */

export interface Unread {
  /** Keeps an eye on an answer that has been handed to its connection, until that has taken it. */
  watch(response: ServerResponse, body: object, bytes: number): void;
}

interface Waiting {
  readonly bytes: number;
  readonly responses: Set<ServerResponse>;
}

/** What a connection takes at once is not worth an eye. */
const fewBytes = 8 * 1024;

export const createUnread = (): Unread => {
  /** By body, the one that has waited for longest first. */
  const bodies = new Map<object, Waiting>();
  let bytes = 0;

  const forget = (body: object): void => {
    bytes -= bodies.get(body)?.bytes ?? 0;
    bodies.delete(body);
  };

  const leave = (response: ServerResponse, body: object): void => {
    const waiting = bodies.get(body);
    waiting?.responses.delete(response);
    if (waiting?.responses.size === 0) forget(body);
  };

  const makeRoom = (newest: object): void => {
    for (const [body, { responses }] of bodies) {
      if (bytes <= bounds.unreadBytes || body === newest) return;
      forget(body);
      for (const response of responses) response.destroy();
    }
  };

  const begin = (body: object, size: number): Waiting => {
    const waiting: Waiting = { bytes: size, responses: new Set() };
    bodies.set(body, waiting);
    bytes += size;
    makeRoom(body);
    return waiting;
  };

  return {
    watch: (response, body, size) => {
      const { socket } = response;
      if (socket === null || socket.writableLength < fewBytes) return;
      (bodies.get(body) ?? begin(body, size)).responses.add(response);
      response.once('close', () => leave(response, body));
      // Counts from the last byte that was taken; node:http sets its own again when the answer is through.
      socket.setTimeout(bounds.unreadSeconds * 1000);
    },
  };
};
