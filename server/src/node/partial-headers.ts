import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Finds connections with incomplete request headers. node:http buffers them without any event; its internal connection
 * list, which enforces its timeouts, knows them.
 */

interface Parser {
  readonly socket?: Socket | null;
  /** The last parsed request, until it is answered. */
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

/** Connections without complete headers, also before their first request, oldest first. */
export const findPartialHeaders = (server: Server): Socket[] => {
  const parsers = connectionsOf(server)?.active?.() ?? [];
  return parsers.flatMap(({ socket, incoming }) =>
    socket && (!incoming || incoming.complete) ? [socket] : [],
  );
};
