import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createApiFetch } from '../src/net/api-fetch.ts';
import { isLocalhost } from '../src/net/dial.ts';
import { backoffMs } from '../src/net/patience.ts';
import { putFile } from '../src/net/put-file.ts';
import { unreachableFailure } from '../src/net/unreachable.ts';
import { makeFolder } from './folder.ts';

const never = new AbortController().signal;

const listen = async (t: TestContext, server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const serve = (t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(t, createServer(answer));

const openBytes = async (t: TestContext, bytes: Buffer) => {
  const folder = await makeFolder(t, { file: bytes });
  const file = await open(join(folder, 'file'), 'r');
  t.after(() => file.close());
  return file;
};

test('names under localhost are this machine, and nothing else is', async (t) => {
  for (const host of ['localhost', 'acme.localhost', 'a.b.LOCALHOST.'])
    assert.equal(isLocalhost(host), true, host);
  for (const host of ['notlocalhost', 'localhost.example.com']) assert.equal(isLocalhost(host), false, host);
  const port = await serve(t, (request, response) => response.end(request.headers.host));
  const fetch = createApiFetch({ userAgent: 'test', signal: never });
  const answer = await fetch(`http://acme.localhost:${port}/`, { method: 'GET', headers: {} });
  assert.equal(await answer.text(), `acme.localhost:${port}`);
});

test('a file is sent whole, byte by byte, however many buffers it takes', async (t) => {
  const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'slipway');
  const file = await openBytes(t, bytes);
  const hash = createHash('sha256');
  let headers: IncomingMessage['headers'] = {};
  const port = await serve(t, (request, response) => {
    headers = request.headers;
    request
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => response.setHeader('etag', '"e"').end());
  });
  let sent = 0;
  const answer = await putFile({
    url: `http://127.0.0.1:${port}/x`,
    headers: { 'content-type': 'a/b' },
    file,
    start: 0,
    length: bytes.length,
    signal: never,
    continueMs: 300,
    onBytes: (count) => {
      sent += count;
    },
  });
  assert.deepEqual([answer.status, answer.etag, sent], [200, '"e"', bytes.length]);
  assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(
    [headers['content-length'], headers['content-type'], headers.authorization, headers['transfer-encoding']],
    [String(bytes.length), 'a/b', undefined, undefined],
  );
});

test('a refusal before the body is read, and no byte is sent', async (t) => {
  const file = await openBytes(t, Buffer.alloc(1024 * 1024));
  const server = createServer();
  server.on('checkContinue', (_request, response: ServerResponse) =>
    response.writeHead(403).end('{"code":"no"}'),
  );
  const port = await listen(t, server);
  let sent = 0;
  const onBytes = (count: number) => {
    sent += count;
  };
  const url = `http://127.0.0.1:${port}/x`;
  const answer = await putFile({
    url,
    headers: {},
    file,
    start: 0,
    length: 1024 * 1024,
    signal: never,
    continueMs: 300,
    onBytes,
  });
  assert.deepEqual([answer.status, answer.text, sent], [403, '{"code":"no"}', 0]);
});

test('a body is sent anyway where nobody says 100', async (t) => {
  const file = await openBytes(t, Buffer.from('hello'));
  const server = createTcp((socket: Socket) => {
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
      if (seen.endsWith('hello')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await putFile({
    url,
    headers: {},
    file,
    start: 0,
    length: 5,
    signal: never,
    continueMs: 300,
    onBytes: () => {},
  });
  assert.equal(answer.status, 200);
});

test('a file that ends too early, a line that breaks and Ctrl-C all end the upload', async (t) => {
  const file = await openBytes(t, Buffer.alloc(10));
  const port = await serve(t, (request) => request.on('data', () => request.socket.destroy()));
  const put = {
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    file,
    start: 0,
    signal: never,
    continueMs: 300,
    onBytes: () => {},
  };
  await assert.rejects(putFile({ ...put, length: 20, url: put.url }), (error: Error) =>
    /shorter|reset|hang up/.test(error.message),
  );
  await assert.rejects(putFile({ ...put, length: 10 }), { code: 'ECONNRESET' });
  const stopped = AbortSignal.abort();
  await assert.rejects(putFile({ ...put, length: 10, signal: stopped }), { name: 'AbortError' });
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
