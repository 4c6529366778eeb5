import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createFastPath, type FastPathTimeouts } from '../../src/node/fast-path.ts';
import type { FastPathHandler } from '../../src/node/fast-path-handler.ts';
import { readyOf } from './conversation.ts';

/* The life of connections on the fast path, with a handler that knows one address. */

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndoor';
const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const patient: FastPathTimeouts = { silenceMs: 60_000, keepAliveMs: 60_000, lookEveryMs: 10 };

const keeper: FastPathHandler = {
  answer: ({ url }) => (url === '/door' ? readyOf(ok) : undefined),
  onUnread: () => {},
};

interface Visitor {
  socket: Socket;
  /** The text received so far. */
  text(): string;
  /** Resolves when the text matches. */
  reads(expected: RegExp): Promise<void>;
  ended: Promise<unknown>;
}

const visit = (port: number): Visitor => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  const reads = async (expected: RegExp): Promise<void> => {
    while (!expected.test(text)) await once(socket, 'data');
  };
  return { socket, text: () => text, reads, ended: once(socket, 'close') };
};

const useDoor = async (t: { after(end: () => unknown): void }, patience: FastPathTimeouts = patient) => {
  const server = createServer((_request, response) => response.end('node'));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => socket.end(`refused: ${code}`));
  const door = createFastPath(server, patience);
  door.open(keeper);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    door.closeAll();
    server.closeAllConnections();
    server.close();
  });
  return { server, door, port: (server.address() as AddressInfo).port };
};

test('a connection is answered at the door until it asks for something else', async (t) => {
  const { port } = await useDoor(t);
  const { socket, text, reads } = visit(port);
  socket.write(ask('/door'));
  await reads(/door$/);
  socket.write(ask('/door'));
  await reads(/door[\s\S]+door$/);
  socket.write(ask('/else'));
  await reads(/node$/);
  socket.write(ask('/door'));
  await reads(/node[\s\S]+node$/);
  assert.equal(text().match(/HTTP\/1\.1 200/g)?.length, 4);
});

test('a connection that says nothing is told so and ended', async (t) => {
  const { port, door } = await useDoor(t, { ...patient, silenceMs: 30 });
  const visitor = visit(port);
  await visitor.reads(/^refused: ERR_HTTP_REQUEST_TIMEOUT$/);
  visitor.socket.end();
  await visitor.ended;
  assert.equal(door.silent().length, 0);
});

test('a connection that was answered and says no more is ended without a word', async (t) => {
  const { port } = await useDoor(t, { ...patient, keepAliveMs: 30 });
  const { socket, text, ended } = visit(port);
  socket.on('end', () => socket.end());
  socket.write(ask('/door'));
  await ended;
  assert.equal(text(), ok);
});

test('a client that has nothing more to say gets its answer and the end', async (t) => {
  const { port } = await useDoor(t);
  const { socket, text, ended } = visit(port);
  socket.end(ask('/door'));
  await ended;
  assert.equal(text(), ok);
});

test('a client that has nothing more to say gets all of a long answer, and what node:http answers', async (t) => {
  const { port, door } = await useDoor(t);
  const behind = visit(port);
  behind.socket.end(ask('/node'));
  await behind.ended;
  assert.match(behind.text(), /node$/);
  const long = Buffer.alloc(32 * 1024 * 1024, 'x');
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n`;
  door.open({ answer: () => readyOf(text, long), onUnread: () => {} });
  const { socket, text: came, ended } = visit(port);
  socket.end(ask('/door'));
  await ended;
  assert.equal(came().length, text.length + long.length);
});

test('those who wait for nothing are ended, and others get the rest of their answer', async (t) => {
  const { port, door } = await useDoor(t);
  // More than the buffers of both ends hold.
  const long = Buffer.alloc(32 * 1024 * 1024, 'x');
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n`;
  door.open({ answer: () => readyOf(text, long), onUnread: () => {} });
  const quiet = visit(port);
  await once(quiet.socket, 'connect');
  const busy = connect({ port, host: '127.0.0.1' });
  let bytes = 0;
  busy.write(ask('/door'));
  await once(busy, 'readable');
  door.shut();
  door.closeIdle(true);
  quiet.socket.on('end', () => quiet.socket.end());
  await quiet.ended;
  for await (const piece of busy) {
    bytes += (piece as Buffer).length;
    if (bytes === text.length + long.length) break;
  }
  assert.equal(bytes, text.length + long.length);
});

test('who has not asked yet may still do so while others are ended', async (t) => {
  const { port, door } = await useDoor(t);
  const [newcomer, answered] = [visit(port), visit(port)];
  await once(newcomer.socket, 'connect');
  answered.socket.on('end', () => answered.socket.end()).write(ask('/door'));
  await answered.reads(/door$/);
  door.shut();
  door.closeIdle(false);
  await answered.ended;
  newcomer.socket.write(ask('/door'));
  await newcomer.reads(/node$/);
});

test('what is asked after the door was shut is answered by node:http', async (t) => {
  const { port, door } = await useDoor(t);
  const { socket, reads } = visit(port);
  socket.write(ask('/door'));
  await reads(/door$/);
  door.shut();
  socket.write(ask('/door'));
  await reads(/node$/);
});

test('a client that is gone amid an answer disturbs nobody', async (t) => {
  const { port, door } = await useDoor(t);
  for (let count = 0; count < 20; count++) {
    const { socket } = visit(port);
    await once(socket, 'connect');
    socket.write(ask('/door') + (count % 2 === 0 ? '' : 'x'));
    socket.resetAndDestroy();
  }
  const { socket, reads } = visit(port);
  socket.write(ask('/door'));
  await reads(/door$/);
  assert.ok(door.silent().length <= 20);
});

test('an answer that its client does not take is told of, short or long', async (t) => {
  const { server, port, door } = await useDoor(t);
  const long = Buffer.alloc(64 * 1024, 'x');
  for (const ready of [readyOf(long.toString('latin1')), readyOf('x', long)]) {
    const { bytes } = ready.sealed;
    const told: (Buffer | undefined)[] = [];
    const seen = { door: 0, behind: 0 };
    server.on('request', () => {
      seen.behind += 1;
    });
    const answer = () => {
      seen.door += 1;
      return ready;
    };
    door.open({ answer, onUnread: (_socket, body) => told.push(body) });
    const { socket } = visit(port);
    socket.pause();
    // More than the buffers of both ends hold, and never two at once.
    for (let asked = 1; told.length === 0 && seen.behind === 0; asked++) {
      socket.write(ask('/door'));
      while (seen.door + seen.behind < asked) await setImmediate();
    }
    assert.deepEqual(told, [ready.long]);
    assert.notEqual(ready.sealed.bytes, bytes, 'what waits keeps its bytes: the next date goes into others');
    assert.deepEqual(ready.sealed.bytes, bytes);
    socket.destroy();
  }
});
