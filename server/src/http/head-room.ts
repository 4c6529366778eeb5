import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../domain/nouns/bounds.ts';
import { findHalfSentHeads } from '../node/half-sent-heads.ts';

/*
 * Of connections that owe the rest of a head, only so many may wait: each holds what it has sent. Those that owe it for
 * longest are closed. A head that is there already may be unread for a moment where thousands come at once, so nobody
 * is closed who was not seen waiting one look before.
 */

const lookEveryMs = 250;

/** Watches a listener until what is returned is called. */
export const boundHalfSentHeads = (server: Server, most: number = bounds.halfSentHeads): (() => void) => {
  let open = 0;
  let waited = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  const look = (): void => {
    const half = open > most ? findHalfSentHeads(server) : [];
    const surplus = half.slice(0, Math.max(0, half.length - most));
    for (const socket of surplus) if (waited.has(socket)) socket.destroy();
    waited = new Set(surplus);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
};
