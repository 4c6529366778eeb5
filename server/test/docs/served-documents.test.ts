import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Running, startService } from '../harness.ts';

/* The API documents are the same for everyone: compressed once, with conditional requests. */

const encodings = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('documents of the API', () => {
  let service: Running;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const path of ['/v1/openapi.json', '/docs']) {
    const get = (headers: Record<string, string>, method = 'GET') =>
      service.api(path, { key: '', headers, method });

    test(`${path} is sent compressed to clients that accept it`, async () => {
      const plain = await get({});
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.headers['cache-control'], 'no-cache');
      for (const [encoding, decode] of Object.entries(encodings)) {
        const { status, headers, body } = await get({ 'accept-encoding': encoding });
        assert.deepEqual([status, headers['content-encoding']], [200, encoding]);
        assert.match(String(headers.vary), /accept-encoding/i);
        assert.notEqual(headers.etag, plain.headers.etag, 'other bytes have another tag');
        assert.ok(decode(body).equals(plain.body));
        assert.ok(body.length * 5 < plain.body.length, `${body.length} bytes`);
      }
      const refused = await get({ 'accept-encoding': 'br;q=0, gzip;q=0' });
      assert.ok(refused.body.equals(plain.body));
    });

    test(`${path} is 304 for clients that have it`, async () => {
      for (const encoding of ['identity', ...Object.keys(encodings)]) {
        const { headers } = await get({ 'accept-encoding': encoding });
        const etag = String(headers.etag);
        const again = await get({ 'accept-encoding': encoding, 'if-none-match': etag });
        assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag]);
        assert.match(String(again.headers.vary), /accept-encoding/i);
      }
      assert.equal((await get({ 'if-none-match': '"other"' })).status, 200);
    });

    test(`HEAD ${path} has the headers of GET`, async () => {
      const [head, whole] = [await get({}, 'HEAD'), await get({})];
      assert.equal(head.body.length, 0);
      for (const name of ['etag', 'content-length', 'content-type', 'vary', 'cache-control'])
        assert.equal(head.headers[name], whole.headers[name], name);
    });
  }
});
