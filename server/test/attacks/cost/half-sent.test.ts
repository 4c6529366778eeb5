import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { PresignResponse } from '@slipway/api';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, settled, useMetered } from './meter.ts';

/* Incomplete requests: heads, bodies, uploads and parts, on many connections at once. */

const MiB = 1024 * 1024;
const heldMost = 64 * MiB;
const checkMost = 50;
const target = 'linux-x86_64';

describe('half-sent requests', () => {
  const service = useMetered();
  const sockets = new Set<Socket>();
  let app: TestApp;
  let other: TestApp;
  before(async () => {
    app = await createTestApp(service());
    other = await createTestApp(service());
    const part = { target, bytes: Buffer.from('new') };
    await createPublisher(service(), other).release({ version: '1.0.0' }, [part]);
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Sends on a new connection; resolves when everything was sent or the server closed it. */
  const sendHalf = (port: number, pieces: readonly (string | Buffer)[]): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => resolve());
      for (const piece of pieces) socket.write(piece);
      socket.write('', () => resolve());
    });

  const sendMany = async (port: number, count: number, pieces: readonly (string | Buffer)[]) => {
    for (let left = count; left > 0; left -= 50)
      await Promise.all(Array.from({ length: Math.min(50, left) }, () => sendHalf(port, pieces)));
  };

  const check = () => service().site(other.slug, '/releases/stable/linux/x86_64/0.1.0', { agent: false });

  const draftOf = (of: TestApp, version: string) =>
    service().api(`/v1/apps/${of.slug}/releases`, { key: of.key, json: { version }, agent: false });

  /** Memory above a baseline once the server has processed everything; polls while it is more than the limit. */
  const heldBeyond = async (before: number, most: number): Promise<number> => {
    for (let tries = 20; ; tries--) {
      await settled(service());
      const grown = (await service().heldBytes()) - before;
      if (grown < most || tries === 0) return grown;
    }
  };

  /** Runs an attack and checks its cost during and after it. */
  const attack = async (t: TestContext, send: () => Promise<void>, meanwhile?: () => Promise<void>) => {
    await check();
    const before = await service().heldBytes();
    await Promise.all([send(), costOfChecks(service(), 20, check)]);
    const during = await heldBeyond(before, heldMost);
    const slowest = await costOfChecks(service(), 20, check);
    await meanwhile?.();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    const after = await heldBeyond(before, heldMost / 16);
    t.diagnostic(`held ${(during / MiB).toFixed(1)} MiB, after ${(after / MiB).toFixed(1)} MiB`);
    t.diagnostic(`a check took ${slowest.toFixed(1)} ms`);
    assert.ok(during < heldMost, `${during} bytes are held`);
    assert.ok(after < heldMost / 16, `${after} bytes are held afterwards`);
    assert.ok(slowest < checkMost, `a check took ${slowest} ms`);
  };

  const head = (method: string, path: string, headers: Record<string, string | number>): string => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };

  const bodyHead = (of: TestApp, more: Record<string, string | number>): string =>
    head('POST', `/v1/apps/${of.slug}/releases`, {
      host: 'localhost',
      authorization: `Bearer ${of.key}`,
      'content-type': 'application/json',
      ...more,
    });

  const nearlyMebibyte = Buffer.alloc(MiB - 1, ' ');

  test('bodies of one key hold little memory, and this and other apps are served', async (t) => {
    const pieces = [bodyHead(app, { 'content-length': MiB }), nearlyMebibyte];
    await attack(
      t,
      () => sendMany(service().port, 150, pieces),
      async () => {
        assert.equal((await draftOf(other, '3.0.0')).status, 201);
        assert.equal((await draftOf(app, '3.0.0')).status, 201);
      },
    );
  });

  test('bodies of many apps hold little memory, and other apps are served', async (t) => {
    const apps = await Promise.all(Array.from({ length: 6 }, () => createTestApp(service())));
    const send = async () => {
      for (const one of apps)
        await sendMany(service().port, 20, [bodyHead(one, { 'content-length': MiB }), nearlyMebibyte]);
    };
    await attack(t, send, async () => {
      assert.equal((await draftOf(other, '4.0.0')).status, 201);
    });
  });

  test('bodies in one-byte chunks hold no more than their bytes', async (t) => {
    const pieces = [bodyHead(app, { 'transfer-encoding': 'chunked' }), '1\r\n \r\n'.repeat(150_000)];
    await attack(t, () => sendMany(service().port, 6, pieces));
  });

  test('bodies from anonymous clients hold little memory', async (t) => {
    const headers = { host: `${other.slug}.localhost`, 'content-type': 'application/json' };
    const first = head('OPTIONS', '/releases/x', { ...headers, 'content-length': MiB });
    await attack(t, () => sendMany(service().port, 150, [first, nearlyMebibyte]));
  });

  const headOf = (headers: number): string => {
    const lines = Array.from({ length: headers }, (_, number) => `${number + 1000}:${number}\r\n`);
    return `GET / HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}`;
  };

  test('heads hold little memory, however many headers they have', async (t) => {
    await attack(t, () => sendMany(service().port, 2000, [headOf(900)]));
  });

  test('rejected heads are not retained for clients that stay connected', async (t) => {
    await attack(t, () => sendMany(service().port, 2000, [headOf(2000)]));
  });

  test('uploads and parts hold little memory', async (t) => {
    const size = 40 * MiB;
    await draftOf(app, '5.0.0');
    const declared = await service().api(`/v1/apps/${app.slug}/artifacts/presign`, {
      key: app.key,
      json: { version: '5.0.0', target, format: '.bin', size, sha256: 'a'.repeat(64), parts: true },
    });
    assert.equal(declared.status, 201, declared.text());
    const { uploadUrl, headers, parts } = declared.json<PresignResponse>();
    const halfOf = (address: string, more: Record<string, string | number>) => {
      const { pathname, search, host } = new URL(address);
      return [head('PUT', pathname + search, { host, ...more }), Buffer.alloc(500 * 1024)];
    };
    const part = halfOf(parts?.urls[0] ?? '', { 'content-length': parts?.partSize ?? 0 });
    await attack(t, async () => {
      await sendMany(service().uploadPort, 125, halfOf(uploadUrl, { ...headers, 'content-length': size }));
      await sendMany(service().uploadPort, 125, part);
    });
  });
});
