import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastPath, FastPathHandler, FastPathResponse } from './fast-path-handler.ts';
import { createIdleConnections, type IdleConnection } from './idle-connections.ts';
import { parsePlainRequest } from './plain-request.ts';
import { detachBytes, keepAliveSeconds } from './response-head.ts';
import { copyBytes, readIntoSharedBuffer } from './shared-read-buffer.ts';

/*
 * Bypasses node:http, which takes 95 % of the cost of a response from memory. The fast path reads a connection first.
 * If the bytes are exactly one plain request with a response in memory, it writes the response; otherwise node:http
 * gets the connection for good. This is no second HTTP server: it never interprets unusual input.
 */

const requestTimeoutError = (): Error =>
  Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const disabledFastPath: FastPath = {
  enable: () => {},
  disable: () => {},
  closeIdle: () => {},
  closeAll: () => {},
  listUnused: () => [],
};

export interface FastPathTimeouts {
  /** For a connection without its first request. */
  firstRequestMs: number;
  /** Between requests; a second more than node:http announces, for late clients. */
  keepAliveMs?: number;
  /** How often to check the timeouts. */
  sweepIntervalMs: number;
}

/** Passes all connections to node:http until it is opened. */
export const createFastPath = (server: Server, timeouts: FastPathTimeouts): FastPath => {
  const { firstRequestMs, keepAliveMs = keepAliveSeconds * 1000 + 1000, sweepIntervalMs } = timeouts;
  const [enter] = server.listeners('connection');
  // This Node version accepts connections in another way, so node:http keeps them all.
  if (enter === undefined) return disabledFastPath;
  server.removeListener('connection', enter as (socket: Socket) => void);
  const connections = createIdleConnections();
  let handler: FastPathHandler | undefined;
  /** The time of the last check, because a timer per connection would cost more than parsing its request. */
  let now = performance.now();

  const write = (socket: Socket, { serialized, longBody }: FastPathResponse): void => {
    if (longBody === undefined) {
      socket.write(serialized.bytes);
    } else {
      socket.cork();
      socket.write(serialized.bytes);
      socket.write(longBody);
      socket.uncork();
    }
    if (socket.writableLength === 0) return;
    detachBytes(serialized);
    handler?.onSlowReader(socket, longBody);
  };

  const fail = function (this: Socket): void {
    this.destroy();
  };

  const receive = (socket: Socket): void => {
    const connection = connections.add(socket, now);
    // Close when the client does; node:http handles this itself.
    socket.allowHalfOpen = false;
    socket.on('error', fail).on('close', () => connections.remove(connection));
    readIntoSharedBuffer(socket, (bytes, length) => {
      if (connection.index === undefined) return false;
      // A client that sends before it has read the response needs backpressure, which node:http applies.
      const isPlain = handler !== undefined && socket.writableLength === 0;
      const request = isPlain ? parsePlainRequest(bytes, length, socket) : undefined;
      const ready = request && handler?.respond(request);
      if (ready !== undefined) {
        connection.idleSince = now;
        connection.hadResponse = true;
        write(socket, ready);
        return true;
      }
      connections.remove(connection);
      socket.allowHalfOpen = true;
      socket.unshift(copyBytes(bytes, length));
      enter.call(server, socket);
      return true;
    });
  };

  const expire = (connection: IdleConnection): void => {
    const { socket, hadResponse } = connection;
    // An answered connection is merely idle; one without any request gets a timeout response.
    if (hadResponse) {
      socket.destroy();
      return;
    }
    connections.remove(connection);
    socket.resume();
    if (!server.emit('clientError', requestTimeoutError(), socket)) socket.destroy();
  };

  const sweep = (): void => {
    now = performance.now();
    for (const connection of connections.all()) {
      // The slow reader limit watches unread responses.
      if (connection.socket.writableLength > 0) connection.idleSince = now;
      else if (now - connection.idleSince > (connection.hadResponse ? keepAliveMs : firstRequestMs))
        expire(connection);
    }
  };
  const sweeper = setInterval(sweep, sweepIntervalMs).unref();
  server.once('close', () => clearInterval(sweeper));

  server.on('connection', (socket: Socket) => {
    if (handler === undefined) enter.call(server, socket);
    else receive(socket);
  });

  return {
    enable: (next) => {
      handler = next;
    },
    disable: () => {
      handler = undefined;
    },
    closeIdle: (withSilent) => {
      for (const { socket, hadResponse } of connections.all())
        if (socket.writableLength === 0 && (hadResponse || withSilent)) socket.destroy();
    },
    closeAll: () => {
      for (const { socket } of connections.all()) socket.destroy();
    },
    listUnused: () =>
      connections.oldestFirst().flatMap(({ socket, hadResponse }) => (hadResponse ? [] : [socket])),
  };
};
