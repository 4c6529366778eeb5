import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import test from 'node:test';
import { putFile } from '../../src/net/put-file.ts';
import { listen, never, openBytes, serve } from './listener.ts';

test('a file is sent completely, with any number of buffers', async (t) => {
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

test('a rejection before the body is read, and no byte of it is sent', async (t) => {
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

test('a body is sent even without 100 Continue', async (t) => {
  const file = await openBytes(t, Buffer.from('hello'));
  const server = createTcp((socket: Socket) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.endsWith('hello')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
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

test('a truncated file, a broken connection and Ctrl-C all end the upload', async (t) => {
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
