import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Doorkeeper, FrontDoor, Ready } from './doorkeeper.ts';
import { keepAliveSeconds, leaveBytes } from './head.ts';
import { readPlainRequest } from './plain-request.ts';
import { copyOf, createSharedReading, type Take } from './shared-reading.ts';

/*
 * A short cut before node:http, whose own work is 95 % of what an answer from memory costs. The door reads what a
 * connection sends first. Where that is exactly one plain request whose answer is in memory, it is written there and then;
 * anything else goes back into the connection, which belongs to node:http from then on. There is no second HTTP server
 * here: nothing that is unusual is ever judged.
 */

/** A connection at the door: since when it is quiet, and whether it was answered here before. */
interface Visit {
  quietSince: number;
  wasAnswered: boolean;
}

const late = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const noDoor: FrontDoor = {
  open: () => {},
  shut: () => {},
  closeIdle: () => {},
  closeAll: () => {},
  silent: () => [],
};

export interface Patience {
  /** How long a connection may say nothing at first, */
  silenceMs: number;
  /** and between two requests; a second more than node:http says, for clients that are late. */
  keepAliveMs?: number;
  /** How often that is looked at. */
  lookEveryMs: number;
}

/** Stands before a server; until it is open it lets everybody through. */
export const createFrontDoor = (server: Server, patience: Patience): FrontDoor => {
  const { silenceMs, keepAliveMs = keepAliveSeconds * 1000 + 1000, lookEveryMs } = patience;
  const [enter] = server.listeners('connection');
  // Where node:http takes connections in another way, they are all its own.
  if (enter === undefined) return noDoor;
  server.removeListener('connection', enter as (socket: Socket) => void);
  const visits = new Map<Socket, Visit>();
  let keeper: Doorkeeper | undefined;
  /** Now, as of the last look: a timer for each connection would cost more than reading its request. */
  let now = performance.now();

  const end = function (this: Socket): void {
    this.end();
  };
  const fail = function (this: Socket): void {
    this.destroy();
  };
  const leave = function (this: Socket): void {
    visits.delete(this);
  };

  const handOver = (socket: Socket, bytes: Buffer): void => {
    visits.delete(socket);
    reading.end(socket);
    socket.off('end', end).off('error', fail).off('close', leave);
    socket.unshift(bytes);
    enter.call(server, socket);
  };

  const write = (socket: Socket, { sealed, long }: Ready): void => {
    if (long === undefined) {
      socket.write(sealed.bytes);
    } else {
      socket.cork();
      socket.write(sealed.bytes);
      socket.write(long);
      socket.uncork();
    }
    if (socket.writableLength === 0) return;
    leaveBytes(sealed);
    keeper?.onUnread(socket, long);
  };

  const take: Take = function (bytes, length) {
    // Who sends more before it has read what there is must be slowed down, which node:http does.
    const isPlain = keeper !== undefined && this.writableLength === 0;
    const asked = isPlain ? readPlainRequest(bytes, length, this) : undefined;
    const ready = asked && keeper?.answer(asked);
    const visit = visits.get(this);
    if (ready === undefined || visit === undefined) {
      handOver(this, copyOf(bytes, length));
      return;
    }
    visit.quietSince = now;
    visit.wasAnswered = true;
    write(this, ready);
  };
  const reading = createSharedReading(take);

  const expire = (socket: Socket, { wasAnswered }: Visit): void => {
    // Who was answered is only gone quiet; who never asked is told, as whoever does not finish a request.
    if (wasAnswered) {
      socket.destroy();
      return;
    }
    visits.delete(socket);
    reading.end(socket);
    socket.resume();
    if (!server.emit('clientError', late(), socket)) socket.destroy();
  };

  const look = (): void => {
    now = performance.now();
    for (const [socket, visit] of visits) {
      // Who has not taken an answer yet is somebody else's to watch.
      if (socket.writableLength > 0) visit.quietSince = now;
      else if (now - visit.quietSince > (visit.wasAnswered ? keepAliveMs : silenceMs)) expire(socket, visit);
    }
  };
  const looking = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(looking));

  server.on('connection', (socket: Socket) => {
    if (keeper === undefined) {
      enter.call(server, socket);
      return;
    }
    visits.set(socket, { quietSince: now, wasAnswered: false });
    socket.on('end', end).on('error', fail).on('close', leave);
    reading.begin(socket);
  });

  return {
    open: (next) => {
      keeper = next;
    },
    shut: () => {
      keeper = undefined;
    },
    closeIdle: (withSilent) => {
      for (const [socket, { wasAnswered }] of visits)
        if (socket.writableLength === 0 && (wasAnswered || withSilent)) socket.destroy();
    },
    closeAll: () => {
      for (const socket of visits.keys()) socket.destroy();
    },
    silent: () => [...visits].flatMap(([socket, { wasAnswered }]) => (wasAnswered ? [] : [socket])),
  };
};
