import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastPath, FastPathHandler, FastPathResponse } from './fast-path-handler.ts';
import { detachBytes, keepAliveSeconds } from './head.ts';
import { createIdleConnections, type IdleConnection } from './idle-connections.ts';
import { parsePlainRequest } from './plain-request.ts';
import { copyBytes, readIntoSharedBuffer } from './shared-read-buffer.ts';

/*
 * A short cut before node:http, whose own work is 95 % of what an answer from memory costs. The door reads what a
 * connection sends first. Where that is exactly one plain request whose answer is in memory, it is written there and then;
 * anything else is node:http's, and so is the connection from then on. There is no second HTTP server
 * here: nothing that is unusual is ever judged.
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
  /** How long a connection may say nothing at first, */
  silenceMs: number;
  /** and between two requests; a second more than node:http says, for clients that are late. */
  keepAliveMs?: number;
  /** How often that is looked at. */
  lookEveryMs: number;
}

/** Stands before a server; until it is open it lets everybody through. */
export const createFastPath = (server: Server, patience: FastPathTimeouts): FastPath => {
  const { silenceMs, keepAliveMs = keepAliveSeconds * 1000 + 1000, lookEveryMs } = patience;
  const [enter] = server.listeners('connection');
  // Where node:http takes connections in another way, they are all its own.
  if (enter === undefined) return disabledFastPath;
  server.removeListener('connection', enter as (socket: Socket) => void);
  const visits = createIdleConnections();
  let keeper: FastPathHandler | undefined;
  /** Now, as of the last look: a timer for each connection would cost more than reading its request. */
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
    // Who hangs up here is hung up on; node:http sees to that by itself.
    socket.allowHalfOpen = false;
    socket.on('error', fail).on('close', () => visits.end(visit));
    readIntoSharedBuffer(socket, (bytes, length) => {
      if (visit.place === undefined) return false;
      // Who sends more before it has read what there is must be slowed down, which node:http does.
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
      // As if it had just come: to put it back and have it read again is a sixth of what node:http alone takes.
      socket.emit('data', copyBytes(bytes, length));
      return true;
    });
  };

  const expire = (visit: IdleConnection): void => {
    const { socket, wasAnswered } = visit;
    // Who was answered is only gone quiet; who never asked is told, as whoever does not finish a request.
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
      // Who has not taken an answer yet is somebody else's to watch.
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
