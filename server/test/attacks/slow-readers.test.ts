import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { waitUntil } from '../../../lab/wait-until.ts';
import {
  type ArtifactSender,
  type ArtifactTransfer,
  createArtifactSender,
} from '../../src/http/response/artifact-sender.ts';
import { holdTime, readSteadily } from './slow-client.ts';

const sweeps = 5;
/** More than the buffers of both ends hold, so reading it makes the sender continue. */
const beyondBuffersBytes = 8 * 1024 * 1024;

describe('slow readers', () => {
  test('a stalled client is disconnected, a slow but steady one is not', async (t) => {
    const pass = holdTime(t);
    const sender = createArtifactSender({ minBytesPerSecond: 1024, graceSeconds: 5 });
    const outcomes: boolean[] = [];
    // More than the steady client reads during the test on any machine.
    const total = 64 * 1024 * 1024 * 1024;
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': total });
      let left = total;
      const piece = Buffer.alloc(64 * 1024);
      const reader: ArtifactTransfer['reader'] = {
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
    const { more } = readSteadily(steady);
    steady.write(request);
    await waitUntil('both are sent to', () => sender.active() === 2);
    // Bytes in the connection's buffers count as read at first.
    for (let left = 100; outcomes.length === 0 && left > 0; left--) {
      await more(beyondBuffersBytes);
      pass(5);
      await setImmediate();
    }
    assert.equal(sender.active(), 1, 'the stalled one is gone, the steady one goes on');
    assert.deepEqual(outcomes, [false]);
    stalled.resume();
    await reset;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      await more(beyondBuffersBytes);
      pass(5);
    }
    assert.equal(sender.active(), 1);
  });

  /** A server with downloads from this reader; `/slow` stays open until the test ends it. */
  const serveDownloads = async (
    t: TestContext,
    {
      sender,
      reader,
      total,
    }: { sender: ArtifactSender; reader: () => ArtifactTransfer['reader']; total: number },
  ) => {
    let counted = 0;
    const slow = Promise.withResolvers<ServerResponse>();
    const requested = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      if (request.url === '/slow') {
        response.writeHead(200, { 'content-length': 4 });
        response.write('slo');
        slow.resolve(response);
        return;
      }
      requested.resolve();
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
    const { port } = server.address() as AddressInfo;
    return { port, counted: () => counted, slow: slow.promise, requested: requested.promise };
  };

  test('a download queued behind another on its connection gets its own bytes, however long it waits', async (t) => {
    const pass = holdTime(t);
    const sender = createArtifactSender({ minBytesPerSecond: 1024, graceSeconds: 5 });
    const buffer = Buffer.alloc(40_000, 'A');
    let isRead = false;
    const reader = (): ArtifactTransfer['reader'] => ({
      next: async () => {
        if (isRead) return undefined;
        isRead = true;
        return buffer;
      },
      // The next owner overwrites the recycled buffer.
      close: async () => void buffer.fill('B'),
    });
    const { port, slow, requested } = await serveDownloads(t, { sender, reader, total: buffer.length });
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
    const ahead = await slow;
    await requested;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      pass(5);
      await setImmediate();
    }
    ahead.end('w');
    await done;
    assert.match(text, /\r\n\r\nA{40000}$/);
  });

  test('a steady client is not disconnected during a large chunk', async (t) => {
    const pass = holdTime(t);
    const sender = createArtifactSender({ minBytesPerSecond: 1024, graceSeconds: 5 });
    const piece = Buffer.alloc(256 * 1024 * 1024);
    const reader = (): ArtifactTransfer['reader'] => ({ next: async () => piece, close: async () => {} });
    const { port, counted } = await serveDownloads(t, { sender, reader, total: 2 * piece.length });
    const socket = connect({ host: '127.0.0.1', port });
    const { more, received } = readSteadily(socket);
    socket.on('error', () => {});
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    for (let sweep = 0; sweep < sweeps; sweep++) {
      await more(beyondBuffersBytes);
      pass(5);
      await setImmediate();
    }
    assert.equal(sender.active(), 1);
    assert.equal(counted(), 0, 'it is amid its first piece');
    socket.destroy();
    await waitUntil('it is gone', () => sender.active() === 0);
    assert.ok(counted() >= received(), 'who leaves amid a piece has not had it for nothing');
  });
});
