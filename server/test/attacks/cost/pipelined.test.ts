import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, settled, useMetered } from './meter.ts';

/* Pipelined requests on one connection from a client that reads nothing. */

const count = 20_000;
const target = 'linux-x86_64';
const heldMost = 64 * 1024 * 1024;
const checkMost = 50;

type Attack = [name: string, port: () => number, request: () => string];

describe('pipelined requests', () => {
  const service = useMetered();
  const sockets = new Set<Socket>();
  let app: TestApp;
  let releaseId: string;
  before(async () => {
    app = await createTestApp(service());
    const part = { target, bytes: Buffer.alloc(4 * 1024 * 1024, 'x') };
    releaseId = await createPublisher(service(), app).release({ version: '1.0.0' }, [part]);
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  const dial = (port: number): Socket => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    sockets.add(socket);
    return socket;
  };

  const requestTo = (path: string, method = 'GET', more = ''): string =>
    `${method} ${path} HTTP/1.1\r\nHost: ${app.slug}.localhost:${service().port}\r\n${more}\r\n`;

  const attacks: Attack[] = [
    ['downloads', () => service().port, () => requestTo(`/releases/download/${releaseId}/${target}`)],
    ['checks', () => service().port, () => requestTo('/releases/stable/linux/x86_64/0.1.0')],
    ['unknown targets', () => service().port, () => requestTo('/releases/stable/plan9/x86_64/0.1.0')],
    ['latest', () => service().port, () => requestTo(`/releases/v1/apps/${app.slug}/latest`)],
    ['history', () => service().port, () => requestTo(`/releases/v1/apps/${app.slug}/releases`)],
    ['preflights', () => service().port, () => requestTo('/releases/x', 'OPTIONS')],
    ['readiness', () => service().port, () => requestTo('/readyz')],
    ['health', () => service().port, () => requestTo('/healthz')],
    ['what is not there', () => service().port, () => requestTo('/nowhere')],
    ['calls without a key', () => service().port, () => 'GET /v1/apps HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ...['/v1/openapi.json', '/docs', '/metrics', '/sign-in'].map(
      (path): Attack => [
        `GET ${path}`,
        () => service().port,
        () => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ],
    ),
    [
      'the shortest there are',
      () => service().port,
      () => 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    ],
    [
      'uploads without a ticket',
      () => service().uploadPort,
      () => requestTo('/x', 'PUT', 'Content-Length: 0\r\n'),
    ],
    ['preflights of uploads', () => service().uploadPort, () => requestTo('/x', 'OPTIONS')],
  ];

  const check = () => service().site(app.slug, '/releases/stable/linux/x86_64/0.1.0', { agent: false });

  for (const [name, port, request] of attacks) {
    const attack = async (t: TestContext): Promise<number> => {
      const before = await service().heldBytes();
      const socket = dial(port()).pause();
      socket.write(request().repeat(count));
      const slowest = await costOfChecks(service(), 20, check);
      await settled(service());
      const during = await service().heldBytes();
      const slowestAfter = await costOfChecks(service(), 5, check);
      socket.destroy();
      const slowestEnd = await costOfChecks(service(), 5, check);
      await settled(service());
      const after = await service().heldBytes();
      const grownMiB = [during, after].map((bytes) => ((bytes - before) / 2 ** 20).toFixed(1));
      const checks = [slowest, slowestAfter, slowestEnd].map((ms) => ms.toFixed(1));
      t.diagnostic(`held ${grownMiB[0]} MiB, after ${grownMiB[1]} MiB; checks took ${checks.join(', ')} ms`);
      assert.ok(during - before < heldMost, `${during - before} bytes are held`);
      assert.ok(after - before < heldMost / 8, `${after - before} bytes are held afterwards`);
      return Math.max(slowest, slowestAfter, slowestEnd);
    };
    test(`${count} of ${name} hold little memory, and checks are answered meanwhile`, async (t) => {
      // Garbage collection and CPU contention are not the attack's cost.
      let slowest = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 4 && slowest >= checkMost; tries++)
        slowest = Math.min(slowest, await attack(t));
      assert.ok(slowest < checkMost, `a check took ${slowest} ms`);
    });
  }

  test('a client that reads gets every response in order, however many requests it pipelined', async () => {
    const socket = dial(service().port);
    const paths = [
      '/healthz',
      '/releases/stable/linux/x86_64/0.1.0',
      '/releases/stable/linux/x86_64/9.0.0',
      '/nowhere',
    ];
    const rounds = 1000;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.write(
      paths
        .map((path) => requestTo(path))
        .join('')
        .repeat(rounds - 1) + paths.map((path) => requestTo(path)).join(''),
    );
    const countOf = () => text.split('HTTP/1.1 ').length - 1;
    for (let quiet = 0; countOf() < rounds * paths.length && quiet < 100; quiet++) {
      const receivedCount = countOf();
      await sleep(100);
      if (countOf() > receivedCount) quiet = 0;
    }
    const expected = Array.from({ length: rounds }, () => [200, 200, 204, 404]).flat();
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      expected,
    );
  });
});
