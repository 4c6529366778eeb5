import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createSlowReaderLimit } from '../../../src/http/response/slow-reader-limit.ts';

/** A response with this many unread bytes. */
const createResponse = (waitingBytes: number) => {
  const facts = { destroyed: false, timeoutMs: 0 };
  const emitter = new EventEmitter();
  const response = Object.assign(emitter, {
    socket: {
      writableLength: waitingBytes,
      setTimeout: (ms: number) => {
        facts.timeoutMs = ms;
      },
    },
    destroy: () => {
      facts.destroyed = true;
      emitter.emit('close');
    },
  });
  return { facts, response: response as unknown as ServerResponse };
};

/** Two ends of a connection whose remote end does not read. */
const connectPair = async (t: { after(end: () => unknown): void }) => {
  const server = createServer({ highWaterMark: 64 * 1024 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const theirs = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).pause();
  const [ours] = (await once(server, 'connection')) as [Socket];
  for (const socket of [ours, theirs]) socket.on('error', () => {});
  t.after(() => {
    theirs.destroy();
    ours.destroy();
    server.close();
  });
  return { ours, theirs };
};

const half = bounds.unreadBytes / 2;

describe('unread responses', () => {
  test('the oldest one is cut off when the limit is exceeded', () => {
    const { watch } = createSlowReaderLimit();
    const waiting = [1, 2, 3].map(() => createResponse(half));
    for (const { response } of waiting) watch(response, {}, half);
    assert.deepEqual(
      waiting.map(({ facts }) => facts.destroyed),
      [true, false, false],
    );
    assert.ok(waiting.every(({ facts }) => facts.timeoutMs === bounds.unreadSeconds * 1000));
  });

  test('a body that many clients wait for counts once', () => {
    const { watch } = createSlowReaderLimit();
    const waiting = Array.from({ length: 100 }, () => createResponse(half));
    const body = {};
    for (const { response } of waiting) watch(response, body, half);
    assert.ok(waiting.every(({ facts }) => !facts.destroyed));
  });

  test('a response stops counting once it is read, and never counts if it is read immediately', () => {
    const { watch } = createSlowReaderLimit();
    for (let index = 0; index < 10; index++) {
      const { response, facts } = createResponse(half);
      watch(response, {}, half);
      response.emit('close');
      assert.equal(facts.destroyed, false);
    }
    const quick = Array.from({ length: 10 }, () => createResponse(0));
    for (const { response } of quick) watch(response, {}, half);
    assert.ok(quick.every(({ facts }) => !facts.destroyed && facts.timeoutMs === 0));
  });

  test('a response written to a socket is forgotten once it is read, even if it fills no buffer', async (t) => {
    const { watchSocket } = createSlowReaderLimit();
    const { ours, theirs } = await connectPair(t);
    const body = Buffer.alloc(20 * 1024);
    while (ours.writableLength === 0) ours.write(body);
    assert.equal(ours.writableNeedDrain, false);
    watchSocket(ours, body);
    assert.deepEqual([ours.timeout, ours.listenerCount('timeout')], [bounds.unreadSeconds * 1000, 1]);
    theirs.resume();
    await new Promise((resolve) => ours.write('', resolve));
    assert.deepEqual([ours.timeout, ours.listenerCount('timeout')], [0, 0]);
  });

  test('a socket that does not read is closed on timeout, or when the limit is exceeded', async (t) => {
    const { watch, watchSocket } = createSlowReaderLimit();
    const pairs = await Promise.all([connectPair(t), connectPair(t)]);
    const body = Buffer.alloc(20 * 1024);
    const [late, old] = pairs.map(({ ours }) => ours) as [Socket, Socket];
    for (const socket of [late, old]) while (socket.writableLength === 0) socket.write(body);
    watchSocket(late, undefined);
    watchSocket(old, body);
    late.emit('timeout');
    for (let index = 0; index < 2; index++) watch(createResponse(half).response, {}, half);
    assert.deepEqual([late.destroyed, old.destroyed], [true, true]);
  });
});
