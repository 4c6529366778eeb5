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
const longTimeouts: FastPathTimeouts = { firstRequestMs: 60_000, keepAliveMs: 60_000, sweepIntervalMs: 10 };

const handler: FastPathHandler = {
  respond: ({ url }) => (url === '/door' ? readyOf(ok) : undefined),
  onSlowReader: () => {},
};

interface TestClient {
  socket: Socket;
  /** The text received so far. */
  text(): string;
  /** Resolves when the text matches. */
  reads(expected: RegExp): Promise<void>;
  ended: Promise<unknown>;
}

const connectClient = (port: number): TestClient => {
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

const startFastPath = async (
  t: { after(end: () => unknown): void },
  timeouts: FastPathTimeouts = longTimeouts,
) => {
  const server = createServer((_request, response) => response.end('node'));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => socket.end(`refused: ${code}`));
  const fastPath = createFastPath(server, timeouts);
  fastPath.enable(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    fastPath.closeAll();
    server.closeAllConnections();
    server.close();
  });
  return { server, fastPath, port: (server.address() as AddressInfo).port };
};

test('the fast path answers a connection until it sends another kind of request', async (t) => {
  const { port } = await startFastPath(t);
  const { socket, text, reads } = connectClient(port);
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

test('a connection without a first request gets a timeout error and is closed', async (t) => {
  const { port, fastPath } = await startFastPath(t, { ...longTimeouts, firstRequestMs: 30 });
  const client = connectClient(port);
  await client.reads(/^refused: ERR_HTTP_REQUEST_TIMEOUT$/);
  client.socket.end();
  await client.ended;
  assert.equal(fastPath.listUnused().length, 0);
});

test('an idle keep-alive connection is closed without another response', async (t) => {
  const { port } = await startFastPath(t, { ...longTimeouts, keepAliveMs: 30 });
  const { socket, text, ended } = connectClient(port);
  socket.on('end', () => socket.end());
  socket.write(ask('/door'));
  await ended;
  assert.equal(text(), ok);
});

test('a half-closed client gets its response before the connection closes', async (t) => {
  const { port } = await startFastPath(t);
  const { socket, text, ended } = connectClient(port);
  socket.end(ask('/door'));
  await ended;
  assert.equal(text(), ok);
});

test('a half-closed client gets all of a long response, and responses of node:http', async (t) => {
  const { port, fastPath } = await startFastPath(t);
  const nodeHttp = connectClient(port);
  nodeHttp.socket.end(ask('/node'));
  await nodeHttp.ended;
  assert.match(nodeHttp.text(), /node$/);
  const long = Buffer.alloc(32 * 1024 * 1024, 'x');
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n`;
  fastPath.enable({ respond: () => readyOf(text, long), onSlowReader: () => {} });
  const { socket, text: came, ended } = connectClient(port);
  socket.end(ask('/door'));
  await ended;
  assert.equal(came().length, text.length + long.length);
});

test('closing ends idle connections and finishes pending responses', async (t) => {
  const { port, fastPath } = await startFastPath(t);
  // More than the buffers of both ends hold.
  const long = Buffer.alloc(32 * 1024 * 1024, 'x');
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n`;
  fastPath.enable({ respond: () => readyOf(text, long), onSlowReader: () => {} });
  const quiet = connectClient(port);
  await once(quiet.socket, 'connect');
  const busy = connect({ port, host: '127.0.0.1' });
  let bytes = 0;
  busy.write(ask('/door'));
  await once(busy, 'readable');
  fastPath.disable();
  fastPath.closeIdle(true);
  quiet.socket.on('end', () => quiet.socket.end());
  await quiet.ended;
  for await (const piece of busy) {
    bytes += (piece as Buffer).length;
    if (bytes === text.length + long.length) break;
  }
  assert.equal(bytes, text.length + long.length);
});

test('a new connection can still send its first request while idle ones are closed', async (t) => {
  const { port, fastPath } = await startFastPath(t);
  const [newcomer, answered] = [connectClient(port), connectClient(port)];
  await once(newcomer.socket, 'connect');
  answered.socket.on('end', () => answered.socket.end()).write(ask('/door'));
  await answered.reads(/door$/);
  fastPath.disable();
  fastPath.closeIdle(false);
  await answered.ended;
  newcomer.socket.write(ask('/door'));
  await newcomer.reads(/node$/);
});

test('node:http answers requests after the fast path is disabled', async (t) => {
  const { port, fastPath } = await startFastPath(t);
  const { socket, reads } = connectClient(port);
  socket.write(ask('/door'));
  await reads(/door$/);
  fastPath.disable();
  socket.write(ask('/door'));
  await reads(/node$/);
});

test('a client that disconnects during a response affects no other client', async (t) => {
  const { port, fastPath } = await startFastPath(t);
  for (let count = 0; count < 20; count++) {
    const { socket } = connectClient(port);
    await once(socket, 'connect');
    socket.write(ask('/door') + (count % 2 === 0 ? '' : 'x'));
    socket.resetAndDestroy();
  }
  const { socket, reads } = connectClient(port);
  socket.write(ask('/door'));
  await reads(/door$/);
  assert.ok(fastPath.listUnused().length <= 20);
});

test('a response that its client does not read is reported, short or long', async (t) => {
  const { server, port, fastPath } = await startFastPath(t);
  const long = Buffer.alloc(64 * 1024, 'x');
  for (const ready of [readyOf(long.toString('latin1')), readyOf('x', long)]) {
    const { bytes } = ready.serialized;
    const reportedBodies: (Buffer | undefined)[] = [];
    const counts = { fastPath: 0, nodeHttp: 0 };
    server.on('request', () => {
      counts.nodeHttp += 1;
    });
    const respond = () => {
      counts.fastPath += 1;
      return ready;
    };
    fastPath.enable({ respond, onSlowReader: (_socket, body) => reportedBodies.push(body) });
    const { socket } = connectClient(port);
    socket.pause();
    // More than the buffers of both ends hold, and never two at once.
    for (let sent = 1; reportedBodies.length === 0 && counts.nodeHttp === 0; sent++) {
      socket.write(ask('/door'));
      while (counts.fastPath + counts.nodeHttp < sent) await setImmediate();
    }
    assert.deepEqual(reportedBodies, [ready.longBody]);
    assert.notEqual(
      ready.serialized.bytes,
      bytes,
      'what waits keeps its bytes: the next date goes into others',
    );
    assert.deepEqual(ready.serialized.bytes, bytes);
    socket.destroy();
  }
});
