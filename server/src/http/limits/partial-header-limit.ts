import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';
import { findPartialHeaders } from '../../node/partial-headers.ts';

/*
 * Limits connections with incomplete request headers, because each holds what it has sent. The oldest are closed first.
 * Under load, complete headers may stay unread for a moment, so only connections seen waiting in two sweeps in a row
 * are closed.
 */

const sweepIntervalMs = 250;

/** Watches the server and the silent connections of the fast path; returns a function that stops it. */
export const limitPartialHeaders = (
  server: Server,
  silent: () => Socket[] = () => [],
  most: number = bounds.halfSentHeads,
): (() => void) => {
  let open = 0;
  /** Connections that waited at the last sweep, in the order first seen. */
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
