import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Which connections owe the rest of a request's head. node:http says nothing of a request before its head is whole, yet
 * keeps what has arrived of it; its own list of connections, by which it ends those that take too long, knows them.
 */

interface Parser {
  readonly socket?: Socket | null;
  /** The request that was read last, until it is answered. */
  readonly incoming?: IncomingMessage | null;
}

interface Connections {
  active?: () => Parser[];
}

const connectionsOf = (server: Server): Connections | undefined => {
  const name = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  );
  return name === undefined ? undefined : (server as unknown as Record<symbol, Connections>)[name];
};

/** Connections whose request has begun, or whose first has not, and whose head is not whole: the oldest first. */
export const findPartialHeaders = (server: Server): Socket[] => {
  const parsers = connectionsOf(server)?.active?.() ?? [];
  return parsers.flatMap(({ socket, incoming }) =>
    socket && (!incoming || incoming.complete) ? [socket] : [],
  );
};
