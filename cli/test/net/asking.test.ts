import assert from 'node:assert/strict';
import test from 'node:test';
import { backoffMs } from '@slipway/core/backoff.ts';
import { createApiFetch } from '../../src/net/api-fetch.ts';
import { isLocalhost } from '../../src/net/dial.ts';
import { unreachableFailure } from '../../src/net/unreachable.ts';
import { never, serve } from './listener.ts';

test('only names under localhost resolve to this machine', async (t) => {
  for (const host of ['localhost', 'acme.localhost', 'a.b.LOCALHOST.'])
    assert.equal(isLocalhost(host), true, host);
  for (const host of ['notlocalhost', 'localhost.example.com']) assert.equal(isLocalhost(host), false, host);
  const port = await serve(t, (request, response) => response.end(request.headers.host));
  const fetch = createApiFetch({ userAgent: 'test', signal: never });
  const answer = await fetch(`http://acme.localhost:${port}/`, { method: 'GET', headers: {} });
  assert.equal(await answer.text(), `acme.localhost:${port}`);
});

test('a read is retried after a broken connection and after a 503', async (t) => {
  let calls = 0;
  const port = await serve(t, (request, response) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else if (calls === 2) response.writeHead(503, { 'retry-after': '0' }).end('{}');
    else response.end('{"ok":true}');
  });
  const fetch = createApiFetch({ userAgent: 'test', signal: never });
  const answer = await fetch(`http://127.0.0.1:${port}/v1/apps`, { method: 'GET', headers: {} });
  assert.deepEqual([await answer.text(), calls], ['{"ok":true}', 3]);
});

test('a request that may have taken effect is not retried', async (t) => {
  let calls = 0;
  const port = await serve(t, (request) => {
    calls += 1;
    request.socket.destroy();
  });
  const fetch = createApiFetch({ userAgent: 'test', signal: never });
  const post = { method: 'POST', headers: {}, body: '{}' };
  await assert.rejects(fetch(`http://127.0.0.1:${port}/v1/apps/a/keys`, post), {
    exit: 4,
    code: 'unreachable',
  });
  assert.equal(calls, 1);
});

test('a refused connection is reported after a few attempts', async () => {
  const waits: number[] = [];
  const fetch = createApiFetch({
    userAgent: 'test',
    signal: never,
    onWait: (_reason, waitMs) => waits.push(waitMs),
  });
  await assert.rejects(fetch('http://127.0.0.1:1/', { method: 'GET', headers: {} }), {
    exit: 4,
    message: /Can’t reach 127\.0\.0\.1:1: nothing listens there \(ECONNREFUSED\)/,
  });
  assert.equal(waits.length, 2);
});

test('backoff doubles up to ten seconds, with jitter', () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((attempt) => backoffMs(attempt, () => 1)),
    [500, 1000, 2000, 10_000],
  );
  assert.deepEqual(
    [1, 9].map((attempt) => backoffMs(attempt, () => 0)),
    [250, 5000],
  );
});

test('each network error has its own message', () => {
  const messageOf = (code: string) =>
    unreachableFailure('https://a.example/x', Object.assign(new Error('?'), { code })).message;
  assert.match(messageOf('ENOTFOUND'), /^Can’t reach a\.example: its name can’t be resolved/);
  assert.match(messageOf('CERT_HAS_EXPIRED'), /certificate/);
  assert.match(messageOf('DEPTH_ZERO_SELF_SIGNED_CERT'), /certificate/);
  assert.match(messageOf('ESLOW'), /in time/);
  const several = new AggregateError([Object.assign(new Error('?'), { code: 'ECONNREFUSED' })]);
  assert.match(unreachableFailure('https://a.example', several).message, /nothing listens/);
});
