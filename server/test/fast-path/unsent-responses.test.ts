import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { limitPartialHeaders } from '../../src/http/limits/partial-header-limit.ts';
import { createFastPath } from '../../src/node/fast-path.ts';
import { readyOf } from './conversation.ts';

/* Idle connections wait on the fast path until their first byte, then in node:http. */

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndoor';

test('the oldest connection without a complete header is closed first, on the fast path or in node:http', async (t) => {
  const server = createServer();
  const fastPath = createFastPath(server, {
    firstRequestMs: 60_000,
    keepAliveMs: 60_000,
    sweepIntervalMs: 10,
  });
  fastPath.enable({ respond: () => readyOf(ok), onSlowReader: () => {} });
  const stop = limitPartialHeaders(server, fastPath.listUnused, 2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clients = new Map<string, Socket>();
  t.after(() => {
    stop();
    for (const client of clients.values()) client.destroy();
    fastPath.closeAll();
    server.close();
  });
  const come = async (name: string, first: string): Promise<void> => {
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    clients.set(name, client.on('error', () => {}).resume());
    await once(server, 'connection');
    client.write(first);
    // Longer than two sweeps.
    await setTimeout(600);
  };
  const firstToGo = async (): Promise<string> => {
    const gone = [...clients].map(async ([name, client]) => {
      if (!client.destroyed) await once(client, 'close');
      return name;
    });
    const name = await Promise.race(gone);
    clients.delete(name);
    return name;
  };
  await come('answered', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await come('half 1', 'GET /');
  await come('half 2', 'GET /');
  await come('silent', '');
  assert.equal(await firstToGo(), 'half 1');
  await come('half 3', 'GET /');
  assert.equal(await firstToGo(), 'half 2');
  await come('half 4', 'GET /');
  assert.equal(await firstToGo(), 'silent');
});
