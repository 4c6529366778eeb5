import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { rangeHeader } from '../../../../lab/byteranges.ts';
import { type S3Server, s3Env, startS3 } from '../../../../lab/s3.ts';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, type Metered, settled, startMetered } from './meter.ts';

/* Downloads from S3 by clients that do not read: the connections and memory they hold. */

const MiB = 1024 * 1024;
const heldMost = 64 * MiB;
const checkMost = 50;
const target = 'linux-x86_64';

/** The number of local connections to a port; 0 without /proc. */
const connectionsTo = (port: number): number => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const established = '01';
  return rows.filter((row) => {
    const [, , remote = '', state] = row.trim().split(/\s+/);
    return remote.endsWith(suffix) && state === established;
  }).length;
};

describe('downloads from S3 that nobody reads', () => {
  const sockets = new Set<Socket>();
  let s3: S3Server;
  let service: Metered;
  let app: TestApp;
  let request: string;
  let rangesRequest: string;
  before(async () => {
    s3 = await startS3();
    service = await startMetered({ env: s3Env(s3, 'cost') });
    app = await createTestApp(service);
    const part = { target, bytes: Buffer.alloc(12 * MiB, 'x') };
    const id = await createPublisher(service, app).release({ version: '1.0.0' }, [part]);
    const host = `${app.slug}.localhost:${service.port}`;
    request = `GET /releases/download/${id}/${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const stride = 24 * 1024;
    const ranges = rangeHeader(
      Array.from({ length: 500 }, (_, index) => [index * stride, (index + 1) * stride - 1024]),
    );
    rangesRequest = request.replace('\r\n\r\n', `\r\nRange: ${ranges}\r\n\r\n`);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
    await s3.stop();
  });

  const check = () => service.site(app.slug, '/releases/stable/linux/x86_64/0.1.0', { agent: false });
  const open = () => connectionsTo(Number(new URL(s3.endpoint).port));

  const dial = (text: string): void => {
    const socket = connect({ host: '127.0.0.1', port: service.port }).pause();
    socket.on('error', () => {});
    socket.write(text);
    sockets.add(socket);
  };

  /** Memory above a baseline, polled while it is more than the limit. */
  const heldBeyond = async (before: number, most: number): Promise<number> => {
    for (let tries = 20; ; tries--) {
      await settled(service);
      const grown = (await service.heldBytes()) - before;
      if (grown < most || tries === 0) return grown;
    }
  };

  const attack = async (t: TestContext, send: () => void, mostOpen: number) => {
    await check();
    await settled(service);
    const [before, openBefore] = [await service.heldBytes(), open()];
    send();
    await costOfChecks(service, 20, check);
    const grown = await heldBeyond(before, heldMost);
    const opened = open() - openBefore;
    const slowest = await costOfChecks(service, 20, check);
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    const after = await heldBeyond(before, heldMost / 16);
    t.diagnostic(`held ${(grown / MiB).toFixed(1)} MiB, after ${(after / MiB).toFixed(1)} MiB`);
    t.diagnostic(`${opened} connections to the store; a check took ${slowest.toFixed(1)} ms`);
    assert.ok(opened <= mostOpen, `${opened} connections to the store`);
    assert.ok(grown < heldMost, `${grown} bytes are held`);
    assert.ok(after < heldMost / 16, `${after} bytes are held afterwards`);
    assert.ok(slowest < checkMost, `a check took ${slowest} ms`);
  };

  test('pipelined on one connection, they open sequentially', (t) =>
    attack(t, () => dial(request.repeat(300)), 3));

  test('stalled on many connections, each holds one storage connection and little memory', (t) =>
    attack(
      t,
      () => {
        for (let count = 0; count < 200; count++) dial(request);
      },
      203,
    ));

  test('stalled within 500 ranges on many connections, each holds one storage connection and little memory', (t) =>
    attack(
      t,
      () => {
        for (let count = 0; count < 200; count++) dial(rangesRequest);
      },
      203,
    ));
});
