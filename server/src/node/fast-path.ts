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
  open: () => {},
  shut: () => {},
  closeIdle: () => {},
  closeAll: () => {},
  silent: () => [],
};

export interface FastPathTimeouts {
  /** For a connection without its first request. */
  silenceMs: number;
  /** Between requests; a second more than node:http announces, for late clients. */
  keepAliveMs?: number;
  /** How often to check the timeouts. */
  lookEveryMs: number;
}

/** Passes all connections to node:http until it is opened. */
export const createFastPath = (server: Server, patience: FastPathTimeouts): FastPath => {
  const { silenceMs, keepAliveMs = keepAliveSeconds * 1000 + 1000, lookEveryMs } = patience;
  const [enter] = server.listeners('connection');
  // This Node version accepts connections in another way, so node:http keeps them all.
  if (enter === undefined) return disabledFastPath;
  server.removeListener('connection', enter as (socket: Socket) => void);
  const visits = createIdleConnections();
  let keeper: FastPathHandler | undefined;
  /** The time of the last check, because a timer per connection would cost more than parsing its request. */
  let now = performance.now();

  const write = (socket: Socket, { sealed, long }: FastPathResponse): void => {
    if (long === undefined) {
      socket.write(sealed.bytes);
    } else {
      socket.cork();
      socket.write(sealed.bytes);
      socket.write(long);
      socket.uncork();
    }
    if (socket.writableLength === 0) return;
    detachBytes(sealed);
    keeper?.onUnread(socket, long);
  };

  const fail = function (this: Socket): void {
    this.destroy();
  };

  const receive = (socket: Socket): void => {
    const visit = visits.begin(socket, now);
    // Close when the client does; node:http handles this itself.
    socket.allowHalfOpen = false;
    socket.on('error', fail).on('close', () => visits.end(visit));
    readIntoSharedBuffer(socket, (bytes, length) => {
      if (visit.place === undefined) return false;
      // A client that sends before it has read the response needs backpressure, which node:http applies.
      const isPlain = keeper !== undefined && socket.writableLength === 0;
      const asked = isPlain ? parsePlainRequest(bytes, length, socket) : undefined;
      const ready = asked && keeper?.answer(asked);
      if (ready !== undefined) {
        visit.quietSince = now;
        visit.wasAnswered = true;
        write(socket, ready);
        return true;
      }
      visits.end(visit);
      socket.allowHalfOpen = true;
      enter.call(server, socket);
      // Emitting saves a sixth of node:http's time compared with unshifting and reading again.
      socket.emit('data', copyBytes(bytes, length));
      return true;
    });
  };

  const expire = (visit: IdleConnection): void => {
    const { socket, wasAnswered } = visit;
    // An answered connection is merely idle; one without any request gets a timeout response.
    if (wasAnswered) {
      socket.destroy();
      return;
    }
    visits.end(visit);
    socket.resume();
    if (!server.emit('clientError', requestTimeoutError(), socket)) socket.destroy();
  };

  const look = (): void => {
    now = performance.now();
    for (const visit of visits.all()) {
      // The slow reader limit watches unread responses.
      if (visit.socket.writableLength > 0) visit.quietSince = now;
      else if (now - visit.quietSince > (visit.wasAnswered ? keepAliveMs : silenceMs)) expire(visit);
    }
  };
  const looking = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(looking));

  server.on('connection', (socket: Socket) => {
    if (keeper === undefined) enter.call(server, socket);
    else receive(socket);
  });

  return {
    open: (next) => {
      keeper = next;
    },
    shut: () => {
      keeper = undefined;
    },
    closeIdle: (withSilent) => {
      for (const { socket, wasAnswered } of visits.all())
        if (socket.writableLength === 0 && (wasAnswered || withSilent)) socket.destroy();
    },
    closeAll: () => {
      for (const { socket } of visits.all()) socket.destroy();
    },
    silent: () => visits.inOrder().flatMap(({ socket, wasAnswered }) => (wasAnswered ? [] : [socket])),
  };
};
