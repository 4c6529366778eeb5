import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { examineAddress } from '../src/doctor/address.ts';

test('doctor warns if the server rejects uploads for lack of disk space', async (t) => {
  let disk = 'low';
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ status: 'degraded', database: 'ok', storage: 'ok', disk }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const low = (await examineAddress(url, signal)).finding;
  assert.match(JSON.stringify(low), /disk is nearly full.*slipway prune/);
  disk = 'ok';
  assert.match(JSON.stringify((await examineAddress(url, signal)).finding), / is ready\./);
});
