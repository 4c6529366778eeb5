import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listener, openListener } from '../../src/http/server/listener.ts';

/* Pipelined requests at the listener: each is handled only after the previous response. */

const limits = { requestTimeoutMs: 0, idleTimeoutMs: 0, autoContinue: true };
const request = (path: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('turns on a connection', () => {
  const begin = async (t: TestContext, onRequest: (response: ServerResponse, path: string) => void) => {
    const listener: Listener = await openListener({ host: '127.0.0.1', port: 0 }, limits);
    listener.serve((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => onRequest(response, `${incoming.url}${Buffer.concat(chunks)}`));
    });
    const socket: Socket = connect({ host: '127.0.0.1', port: listener.port });
    t.after(async () => {
      socket.destroy();
      await listener.close(0);
    });
    return socket;
  };

  test('a request is handled when the one ahead of it is answered, and with its own body', async (t) => {
    const waiting: ServerResponse[] = [];
    const handled: string[] = [];
    const socket = await begin(t, (response, path) => {
      handled.push(path);
      waiting.push(response);
    });
    // More than one read of the connection returns.
    const body = 'b'.repeat(1000);
    const paths = Array.from({ length: 300 }, (_, index) => `/${index}`);
    socket.write(paths.map((path) => request(path, body)).join(''));
    socket.resume();
    for (const [index, path] of paths.entries()) {
      while (waiting.length === 0) await sleep(1);
      assert.equal(handled.length, index + 1);
      assert.equal(handled[index], path + body);
      waiting.pop()?.end('done');
    }
  });

  test('who leaves is not served, and what waited for its turn is dropped', async (t) => {
    const handled: string[] = [];
    let first: ServerResponse | undefined;
    const socket = await begin(t, (response, path) => {
      handled.push(path);
      first ??= response;
    });
    socket.write(Array.from({ length: 300 }, (_, index) => request(`/${index}`)).join(''));
    while (first === undefined) await sleep(1);
    const isClosed = new Promise((resolve) => first?.once('close', resolve));
    socket.resetAndDestroy();
    // A connection that is not read is detected as closed only by a write.
    const timer = setInterval(() => first?.write('x'), 5);
    t.after(() => clearInterval(timer));
    await isClosed;
    clearInterval(timer);
    await sleep(50);
    assert.deepEqual(handled, ['/0']);
  });
});
