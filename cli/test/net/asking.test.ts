import assert from 'node:assert/strict';
import test from 'node:test';
import { createApiFetch } from '../../src/net/api-fetch.ts';
import { isLocalhost } from '../../src/net/dial.ts';
import { backoffMs } from '../../src/net/retry.ts';
import { unreachableFailure } from '../../src/net/unreachable.ts';
import { never, serve } from './listener.ts';

test('names under localhost are this machine, and nothing else is', async (t) => {
  for (const host of ['localhost', 'acme.localhost', 'a.b.LOCALHOST.'])
    assert.equal(isLocalhost(host), true, host);
  for (const host of ['notlocalhost', 'localhost.example.com']) assert.equal(isLocalhost(host), false, host);
  const port = await serve(t, (request, response) => response.end(request.headers.host));
  const fetch = createApiFetch({ userAgent: 'test', signal: never });
  const answer = await fetch(`http://acme.localhost:${port}/`, { method: 'GET', headers: {} });
  assert.equal(await answer.text(), `acme.localhost:${port}`);
});

test('reads are tried again when the line breaks, and so is anything that was put off', async (t) => {
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

test('what may have happened already is not done twice', async (t) => {
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

test('where nothing listens is told after a few tries', async () => {
  const waits: number[] = [];
  const fetch = createApiFetch({
    userAgent: 'test',
    signal: never,
    onWait: (_reason, waitMs) => waits.push(waitMs),
  });
  await assert.rejects(fetch('http://127.0.0.1:1/', { method: 'GET', headers: {} }), {
    exit: 4,
    message: /127\.0\.0\.1:1 cannot be reached: nothing listens there \(ECONNREFUSED\)/,
  });
  assert.equal(waits.length, 2);
});

test('waits double up to ten seconds, and never in step', () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((attempt) => backoffMs(attempt, () => 1)),
    [500, 1000, 2000, 10_000],
  );
  assert.deepEqual(
    [1, 9].map((attempt) => backoffMs(attempt, () => 0)),
    [250, 5000],
  );
});

test('each way of not being reachable has its own words', () => {
  const told = (code: string) =>
    unreachableFailure('https://a.example/x', Object.assign(new Error('?'), { code })).message;
  assert.match(told('ENOTFOUND'), /^a\.example cannot be reached: its name cannot be resolved/);
  assert.match(told('CERT_HAS_EXPIRED'), /certificate/);
  assert.match(told('DEPTH_ZERO_SELF_SIGNED_CERT'), /certificate/);
  assert.match(told('ESLOW'), /in time/);
  const several = new AggregateError([Object.assign(new Error('?'), { code: 'ECONNREFUSED' })]);
  assert.match(unreachableFailure('https://a.example', several).message, /nothing listens/);
});
