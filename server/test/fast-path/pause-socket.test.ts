import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openListener } from '../../src/http/server/listener.ts';

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test('pipelined data is not read while earlier requests wait for their responses', async (t) => {
  const listener = await openListener(
    { host: '127.0.0.1', port: 0 },
    { requestTimeoutMs: 0, idleTimeoutMs: 0, autoContinue: false },
  );
  const first: [Socket, ServerResponse][] = [];
  listener.serve((request, response) => void first.push([request.socket, response]), {
    respond: () => undefined,
    onSlowReader: () => {},
  });
  const client = connect({ port: listener.port, host: '127.0.0.1' });
  t.after(async () => {
    client.destroy();
    await listener.close(100);
  });
  await once(client, 'connect');
  const begun = ask('/slow') + ask('/next');
  client.write(begun);
  while (first.length === 0) await setTimeout(5);
  client.on('error', () => {}).write(ask('/more').repeat(100_000));
  await setTimeout(300);
  const [socket] = first[0] as [Socket, ServerResponse];
  assert.deepEqual([socket.bytesRead, first.length], [begun.length, 1]);
});
