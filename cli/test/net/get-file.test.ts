import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { downloadTimeoutMs, openWebSource } from '../../src/import/sources/web-source.ts';
import { type GetRequest, getFile } from '../../src/net/get-file.ts';
import { createTestContext } from '../terminal-context.ts';
import { never, serve } from './listener.ts';

const getOf = (port: number, deadline: AbortSignal): GetRequest => ({
  ...{ url: new URL(`http://127.0.0.1:${port}/latest.yml`), userAgent: 'test', signal: never },
  ...{ limitBytes: 1_000_000, deadline, validateUrl: () => {} },
});

test('a slow response is aborted at its deadline, in its headers and in its body', async (t) => {
  const silent = new AbortController();
  const mute = await serve(t, () => silent.abort());
  await assert.rejects(getFile(getOf(mute, silent.signal)), { code: 'too-slow' });

  const dripping = new AbortController();
  const port = await serve(t, (_, response) => void response.writeHead(200).write('v'));
  const { body } = await getFile(getOf(port, dripping.signal));
  const pieces: string[] = [];
  const read = async () => {
    for await (const piece of body) {
      pieces.push(String(piece));
      dripping.abort();
    }
  };
  await assert.rejects(read(), { code: 'too-slow' });
  assert.deepEqual(pieces, ['v']);
});

test('the deadline of a download grows with its maximum size', () => {
  assert.equal(downloadTimeoutMs(0), 120_000);
  assert.equal(downloadTimeoutMs(3), 120_001, 'timers take whole numbers');
  assert.equal(downloadTimeoutMs(32 * 1024 * 60), 180_000);
  assert.ok(downloadTimeoutMs(5 * 1024 ** 3) < 2 ** 31, 'a timer takes it');
});

test('an unreachable host is reported once, by the failure', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { context, written } = createTestContext('/');
  const source = await openWebSource(new URL(`http://127.0.0.1:${port}/app`), false, context);
  t.after(() => source.close());
  await assert.rejects(source.readFeeds(), { code: 'unreachable', message: /nothing listens there/ });
  assert.deepEqual(written, { stdout: '', stderr: '' });
});
