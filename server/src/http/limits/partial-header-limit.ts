import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';
import { findPartialHeaders } from '../../node/partial-headers.ts';

/*
 * Of connections that owe the rest of a head, only so many may wait: each holds what it has sent. Those that owe it for
 * longest are closed. A head that is there already may be unread for a moment where thousands come at once, so nobody
 * is closed who was not seen waiting one look before.
 */

const sweepIntervalMs = 250;

/** Watches a listener, and those that are silent at its door, until what is returned is called. */
export const limitPartialHeaders = (
  server: Server,
  silent: () => Socket[] = () => [],
  most: number = bounds.halfSentHeads,
): (() => void) => {
  let open = 0;
  /** Those who owed at the last look, in the order in which they were first seen to, at the door or behind it. */
  let waited = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  const look = (): void => {
    const owing = new Set(open > most ? [...findPartialHeaders(server), ...silent()] : []);
    const inOrder = new Set([...[...waited].filter((socket) => owing.has(socket)), ...owing]);
    const surplus = [...inOrder].slice(0, Math.max(0, owing.size - most));
    for (const socket of surplus) if (waited.has(socket)) socket.destroy();
    waited = inOrder;
  };
  const timer = setInterval(look, sweepIntervalMs).unref();
  return () => clearInterval(timer);
};
