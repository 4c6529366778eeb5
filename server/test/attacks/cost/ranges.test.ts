import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { rangeHeader } from '../../../../lab/byteranges.ts';
import { waitUntil } from '../../../../lab/wait-until.ts';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, leastCostOf, settled, useMetered } from './meter.ts';

/* Requests for many ranges: their cost, and the memory they hold while nobody reads the responses. */

const target = 'linux-x86_64';
const stalled = 200;
/** Twice a buffer of 64 KiB, the state of 500 ranges, and the connection itself. */
const heldMostEach = 200 * 1024;
const checkMost = 50;

describe('requests for many ranges', () => {
  const service = useMetered();
  const sockets = new Set<Socket>();
  let app: TestApp;
  let path: string;
  before(async () => {
    app = await createTestApp(service());
    const bytes = Buffer.alloc(64 * 1024 * 1024, 'x');
    const id = await createPublisher(service(), app).release({ version: '1.0.0' }, [{ target, bytes }]);
    path = `/releases/download/${id}/${target}`;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  const get = (range: string) => service().site(app.slug, path, { headers: { range } });
  const check = () => service().site(app.slug, '/releases/stable/linux/x86_64/0.1.0', { agent: false });

  test('a thousand tiny ones cost the main thread no more than a few milliseconds', async (t) => {
    const tiny = rangeHeader(Array.from({ length: 1000 }, (_, index) => [index * 900, index * 900]));
    assert.equal((await get(tiny)).status, 206);
    const cost = await leastCostOf(service(), 20, () => get(tiny));
    t.diagnostic(`${cost.toFixed(1)} ms`);
    assert.ok(cost <= 50, `${cost} ms`);
  });

  test('long invalid headers cost almost nothing', async (t) => {
    const headerBytes = 15_000;
    for (const range of [
      `bytes=${','.repeat(headerBytes)}`,
      `bytes=${'9'.repeat(headerBytes)}-`,
      `bytes=0-0,${'9'.repeat(headerBytes / 2)}-${'8'.repeat(headerBytes / 2)}`,
      `bytes=${' '.repeat(headerBytes)}x`,
      `bytes=${'0-,'.repeat(headerBytes / 3)}`,
      `bytes=${'-'.repeat(headerBytes)}`,
    ]) {
      const abandoned = async (): Promise<void> => {
        const socket = connect({ host: '127.0.0.1', port: service().port });
        socket.on('error', () => {});
        socket.pause();
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\nRange: ${range}\r\n\r\n`);
        await new Promise((resolve) => socket.once('readable', resolve));
        socket.destroy();
      };
      const cost = await leastCostOf(service(), 20, abandoned);
      t.diagnostic(`${range.slice(0, 20)}…: ${cost.toFixed(1)} ms`);
      assert.ok(cost <= 50, `${range.slice(0, 20)}… costs ${cost} ms`);
    }
  });

  test(`${stalled} clients that read nothing of 500 ranges hold little memory, and checks are answered meanwhile`, async (t) => {
    const stride = 128 * 1024;
    const range = rangeHeader(
      Array.from({ length: 500 }, (_, index) => [index * stride, index * stride + 65_535]),
    );
    const stall = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: service().port });
        socket.on('error', () => {});
        sockets.add(socket);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\nRange: ${range}\r\n\r\n`);
        socket.once('readable', () => resolve());
      });
    await Promise.all(Array.from({ length: 10 }, stall));
    await settled(service());
    const before = await service().heldBytes();
    await Promise.all(Array.from({ length: stalled }, stall));
    await settled(service());
    const bytesEach = ((await service().heldBytes()) - before) / stalled;
    const slowest = await costOfChecks(service(), 20, check);
    t.diagnostic(`${Math.round(bytesEach / 1024)} KiB each, a check ${slowest.toFixed(1)} ms`);
    assert.ok(bytesEach <= heldMostEach, `${Math.round(bytesEach / 1024)} KiB each`);
    assert.ok(slowest <= checkMost, `a check took ${slowest} ms`);
    for (const socket of sockets) socket.destroy();
    const isFree = async () => (await service().heldBytes()) - before <= 8 * 1024 * 1024;
    await waitUntil('what they held is free again', isFree);
  });
});
