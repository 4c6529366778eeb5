import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIntoSharedBuffer } from '../../src/node/shared-read-buffer.ts';

/** A client and its accepted connection. */
const openPair = async (t: TestContext): Promise<{ client: Socket; accepted: Socket }> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepting = once(server, 'connection');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  const [accepted] = (await accepting) as [Socket];
  t.after(() => {
    client.destroy();
    accepted.destroy();
    server.close();
  });
  return { client, accepted };
};

interface Piece {
  socket: Socket;
  memory: ArrayBufferLike;
  text: string;
}

/** Collects chunks; `next` waits for one more. */
const collect = () => {
  const pieces: Piece[] = [];
  let wake = (): void => {};
  let isOver = false;
  const begin = (socket: Socket): void =>
    readIntoSharedBuffer(socket, (bytes, length) => {
      if (isOver) return false;
      pieces.push({ socket, memory: bytes.buffer, text: bytes.toString('latin1', 0, length) });
      wake();
      return true;
    });
  const end = (): void => {
    isOver = true;
  };
  const next = async (): Promise<Piece> => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (pieces.length === 0) await woken;
    return pieces.shift() as Piece;
  };
  return { begin, end, next };
};

test('all connections read into one shared buffer, which is reused', async (t) => {
  const { begin, next } = collect();
  const [one, other] = [await openPair(t), await openPair(t)];
  for (const { accepted } of [one, other]) begin(accepted);
  const memories = new Set<unknown>();
  for (const [pair, text] of [
    [one, 'first'],
    [other, 'second, which is longer'],
    [one, 'third'],
  ] as const) {
    pair.client.write(text);
    const piece = await next();
    assert.deepEqual([piece.text, piece.socket === pair.accepted], [text, true]);
    memories.add(piece.memory);
  }
  // Fails if Node moves this buffer elsewhere: then every chunk has its own memory.
  assert.equal(memories.size, 1);
});

test('the end of a connection is still reported', async (t) => {
  const { begin, next } = collect();
  const { client, accepted } = await openPair(t);
  begin(accepted);
  const ended = once(accepted, 'end');
  client.end('all of it');
  assert.equal((await next()).text, 'all of it');
  await ended;
});

test('after the hand-over all bytes arrive in the stream, in order and with backpressure', async (t) => {
  const { begin, end, next } = collect();
  const { client, accepted } = await openPair(t);
  begin(accepted);
  client.write('begun');
  const first = await next();
  end();
  accepted.unshift(Buffer.from(first.text));
  const bytes = randomBytes(24 * 1024 * 1024);
  client.end(bytes);
  const hash = createHash('sha256');
  let most = 0;
  for await (const chunk of accepted) {
    hash.update(chunk as Buffer);
    most = Math.max(most, accepted.readableLength);
    if (accepted.bytesRead < 1024 * 1024) await sleep(1);
  }
  assert.equal(hash.digest('hex'), createHash('sha256').update('begun').update(bytes).digest('hex'));
  assert.ok(most <= 1024 * 1024, `${most} bytes were held`);
});

test('a stream without a shared buffer gets chunks with their own memory', async () => {
  const { begin, end, next } = collect();
  const stream = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  begin(stream as Socket);
  stream.push('told');
  assert.equal((await next()).text, 'told');
  end();
  const [chunk] = (await Promise.all([once(stream, 'data'), stream.push('in the stream')])) as [
    [Buffer],
    boolean,
  ];
  assert.equal(String(chunk[0]), 'in the stream');
});
