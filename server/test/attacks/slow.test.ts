import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { BlobReader } from '../../src/domain/ports/blobs.ts';
import { createSender, type Sender } from '../../src/http/answer/send-artifact.ts';
import { listen } from '../../src/http/listen.ts';

/* The service's own timeouts are 20 s, 60 s and 60 s; here the same code runs with short ones. */

/** Opens a connection, sends one byte of the text every 20 ms, and tells what came back and after how long. */
const dribble = (port: number, start: string, rest: string): Promise<{ text: string; ms: number }> =>
  new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    let at = 0;
    socket.write(start);
    const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), 20);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ text, ms: performance.now() - started });
    });
  });

describe('slow clients', () => {
  const limits = {
    requestTimeoutMs: 600,
    headersTimeoutMs: 300,
    checkEveryMs: 50,
    idleTimeoutMs: 0,
    continueAtOnce: true,
  };

  test('headers and bodies that trickle in are cut off, and others are served meanwhile', async (t) => {
    const listener = await listen({ host: '127.0.0.1', port: 0 }, limits);
    t.after(() => listener.close(0));
    listener.serve((request, response) => {
      request.resume();
      request.on('end', () => response.end('done'));
    });
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
    const slow = [
      dribble(listener.port, '', `${head}X-A: ${'b'.repeat(1000)}`),
      dribble(listener.port, head, 'X-A: b\r\n'),
      dribble(listener.port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n', 'x'),
    ];
    const meanwhile = await fetch(`http://127.0.0.1:${listener.port}/`, { headers: { connection: 'close' } });
    assert.equal(await meanwhile.text(), 'done');
    for (const { text, ms } of await Promise.all(slow)) {
      assert.ok(ms < 5000, `cut off after ${ms} ms`);
      assert.doesNotMatch(text, /200 OK/);
    }
  });

  test('a client that stops reading is let go of, one that reads slowly but steadily is not', async (t) => {
    const sender = createSender({ minBytesPerSecond: 1024, patienceSeconds: 0.5 });
    const outcomes: boolean[] = [];
    // More than the steady client takes in the time of the test, however fast the machine is.
    const total = 64 * 1024 * 1024 * 1024;
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': total });
      let left = total;
      const piece = Buffer.alloc(64 * 1024);
      const reader: BlobReader = {
        next: async () => {
          if (left === 0) return undefined;
          left -= piece.length;
          return piece;
        },
        close: async () => {},
      };
      void sender
        .send({ response, reader, onWritten: () => {}, onComplete: () => {} })
        .then((complete) => outcomes.push(complete));
    });
    t.after(() => {
      sender.close();
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const stalled = connect({ host: '127.0.0.1', port });
    const reset = new Promise((resolve) => stalled.once('error', resolve).once('close', resolve));
    stalled.write(request);
    stalled.pause();
    t.after(() => stalled.destroy());
    const steady = connect({ host: '127.0.0.1', port });
    t.after(() => steady.destroy());
    let received = 0;
    steady.on('data', (chunk) => {
      received += chunk.length;
      steady.pause();
      setTimeout(() => steady.resume(), 1);
    });
    steady.write(request);
    while (outcomes.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(sender.active(), 1, 'the stalled one is gone, the steady one goes on');
    assert.deepEqual(outcomes, [false]);
    stalled.resume();
    await reset;
    const before = received;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(received > before);
  });

  /** A server whose downloads this reader feeds; `/slow` stands for one that takes longer than the patience. */
  const serveDownloads = async (
    t: TestContext,
    { sender, reader, total }: { sender: Sender; reader: () => BlobReader; total: number },
  ) => {
    let counted = 0;
    const server = createServer((request, response) => {
      if (request.url === '/slow') {
        response.writeHead(200, { 'content-length': 4 });
        for (const part of [1, 2, 3, 4]) setTimeout(() => response.write('s'), part * 300);
        setTimeout(() => response.end(), 1300);
        return;
      }
      response.writeHead(200, { 'content-length': total });
      const onWritten = (bytes: number): void => {
        counted += bytes;
      };
      void sender.send({ response, reader: reader(), onWritten });
    });
    t.after(() => {
      sender.close();
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, counted: () => counted };
  };

  test('a download that waits behind another on its connection gets its own bytes, however long it waits', async (t) => {
    const sender = createSender({ minBytesPerSecond: 1024, patienceSeconds: 0.3 });
    const buffer = Buffer.alloc(40_000, 'A');
    let isRead = false;
    const reader = (): BlobReader => ({
      next: async () => {
        if (isRead) return undefined;
        isRead = true;
        return buffer;
      },
      // Whoever borrows the buffer next.
      close: async () => void buffer.fill('B'),
    });
    const { port } = await serveDownloads(t, { sender, reader, total: buffer.length });
    const socket = connect({ host: '127.0.0.1', port });
    t.after(() => socket.destroy());
    let text = '';
    const done = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk;
        if (/[AB]{40000}$/.test(text)) resolve();
      });
    });
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await done;
    assert.match(text, /\r\n\r\nA{40000}$/);
  });

  test('a client that reads steadily is not let go of amid a piece that takes it long', async (t) => {
    const sender = createSender({ minBytesPerSecond: 1024, patienceSeconds: 1 });
    const piece = Buffer.alloc(256 * 1024 * 1024);
    const reader = (): BlobReader => ({ next: async () => piece, close: async () => {} });
    const { port, counted } = await serveDownloads(t, { sender, reader, total: 2 * piece.length });
    const socket = connect({ host: '127.0.0.1', port });
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.on('error', () => {});
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(sender.active(), 1);
    assert.equal(counted(), 0, 'it is amid its first piece');
    socket.destroy();
    while (sender.active() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(counted() >= received, 'who leaves amid a piece has not had it for nothing');
  });
});
