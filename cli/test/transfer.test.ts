import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import test from 'node:test';
import { isTooSlow } from '../src/publish/upload/slow-connection.ts';
import { problem, setUp } from './transfer-stage.ts';

test('a file is sent in one request, declared with its size and hash', async (t) => {
  const { go, storage, declared, sent } = await setUp(t, {});
  assert.equal(await go(), 'sent');
  assert.equal(storage.received.get('/whole/1'), 'abcdefghij');
  assert.deepEqual([declared.length, declared[0]?.size, declared[0]?.parts], [1, 10, undefined]);
  assert.equal(sent.at(-1), 10);
});

test('a file that is uploaded already is not sent', async (t) => {
  const { go, storage } = await setUp(t, { uploadedAt: '2026-01-01T00:00:00Z' });
  assert.equal(await go(), 'kept');
  assert.equal(storage.received.size, 0);
});

test('a broken upload continues as multipart, with only the missing parts', async (t) => {
  let broken = 0;
  const { go, storage, completed, waits } = await setUp(t, {
    refuse: (request) => {
      if (!request.url?.startsWith('/whole')) return false;
      broken += 1;
      request.socket.destroy();
      return true;
    },
    uploaded: [{ number: 1, etag: '"abcd"' }],
  });
  assert.equal(await go(), 'sent');
  assert.equal(broken, 1);
  assert.deepEqual([...storage.received.keys()].sort(), ['/part/2', '/part/3']);
  assert.deepEqual(completed[0]?.etags, ['"abcd"', '"efgh"', '"ij"']);
  assert.match(waits[0] ?? '', /the connection broke/);
});

test('a failed part is retried, the others are not', async (t) => {
  const tries = new Map<string, number>();
  const uploaded: { number: number; etag: string }[] = [];
  const { go, completed } = await setUp(t, {
    uploaded,
    gateWidth: 1,
    refuse: (request, response) => {
      const url = request.url ?? '';
      tries.set(url, (tries.get(url) ?? 0) + 1);
      if (url.startsWith('/whole')) return problem(response, 503, 'storage-unavailable');
      if (url === '/part/2' && tries.get(url) === 1) return problem(response, 500, 'internal');
      uploaded.push({ number: Number(url.slice(6)), etag: `"${url}"` });
      return false;
    },
  });
  assert.equal(await go(), 'sent');
  assert.deepEqual([tries.get('/part/1'), tries.get('/part/2'), tries.get('/part/3')], [1, 2, 1]);
  assert.equal(completed.length, 1);
});

test('an expired address is requested again', async (t) => {
  let refused = 0;
  const { go, declared, storage } = await setUp(t, {
    partsOffered: false,
    refuse: (_request, response) => {
      refused += 1;
      return refused === 1 && problem(response, 403, 'upload-url-expired');
    },
  });
  assert.equal(await go(), 'sent');
  assert.equal(declared.length, 2);
  assert.deepEqual([...storage.received.keys()], ['/whole/2']);
});

test('S3 errors are parsed', async (t) => {
  const xml = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
  const { go, waits } = await setUp(t, {
    partsOffered: false,
    refuse: (request, response) => {
      if (request.url !== '/whole/1') return false;
      response.writeHead(403).end(xml);
      return true;
    },
  });
  assert.equal(await go(), 'sent');
  assert.match(waits[0] ?? '', /Request has expired/);
});

test('full storage is reported immediately', async (t) => {
  const { go, declared } = await setUp(t, {
    refuse: (_request, response) => problem(response, 507, 'storage-full'),
  });
  await assert.rejects(go(), { exit: 3, code: 'storage-full', remedy: /free disk space/ });
  assert.equal(declared.length, 1);
});

test('a file that changed after it was hashed is not sent', async (t) => {
  const { go, path, storage } = await setUp(t, {});
  await writeFile(path, 'ABCDEFGHIJ');
  await assert.rejects(go(), { exit: 1, code: 'file-changed' });
  assert.equal(storage.received.size, 0);
});

test('a hash mismatch in the storage is reported as a changed file', async (t) => {
  const { go } = await setUp(t, {
    refuse: (_request, response) => problem(response, 400, 'upload-hash-differs'),
  });
  await assert.rejects(go(), { exit: 1, code: 'file-changed' });
});

test('the parts of an earlier run are requested only for a large file', async (t) => {
  const { go, declared } = await setUp(t, { resumes: true });
  await go();
  assert.equal(declared[0]?.parts, undefined);
});

test('a connection is slow if the rest of a large file would take minutes', () => {
  const mebibyte = 1024 ** 2;
  const elapsedMs = 8_000;
  assert.equal(isTooSlow({ sentBytes: 8 * mebibyte, sizeBytes: 1024 * mebibyte, elapsedMs }), true);
  assert.equal(isTooSlow({ sentBytes: 100 * mebibyte, sizeBytes: 1024 * mebibyte, elapsedMs }), false);
  assert.equal(isTooSlow({ sentBytes: 0, sizeBytes: 63 * mebibyte, elapsedMs }), false);
  assert.equal(isTooSlow({ sentBytes: 0, sizeBytes: 64 * mebibyte, elapsedMs }), true);
});
