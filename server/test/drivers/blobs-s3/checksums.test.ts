import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { startS3 } from '../../../../lab/s3.ts';
import { listed } from '../../conformance/blobs/stage.ts';
import type { SeenRequest } from '../../s3-proxy.ts';
import { useStorage } from './storage.ts';

const isGet = ({ method }: SeenRequest) => method === 'GET';

describe('a store that knows the SHA-256 of an object', () => {
  const storage = useStorage(startS3);
  const sha256Header = 'x-amz-checksum-sha256';

  /** Makes the proxy echo claimed checksums and, with `checks`, reject the known wrong one. */
  const echo = (checks: boolean) => {
    const claims = new Map<string, string>();
    storage.proxy().control.mischief = ({ method, url, headers }) => {
      const key = url.split('?')[0] ?? '';
      const claim = String(headers[sha256Header] ?? '');
      const isFirstProbe = key.includes('/tmp/') && !claims.has(key);
      if (method === 'PUT' && claim !== '') claims.set(key, claim);
      if (method === 'PUT' && checks && isFirstProbe) return { status: 400, code: 'BadDigest' };
      const known = claims.get(key);
      return method === 'HEAD' && known !== undefined ? { headers: { [sha256Header]: known } } : {};
    };
  };

  it('is believed when it was seen to refuse a wrong one', async () => {
    const blobs = await storage.open({ believesStore: true });
    echo(true);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.some(isGet), false, 'nothing had to be read');
    assert.deepEqual(await listed(blobs, 'tmp/'), []);
  });

  it('is not asked where another hash is wanted: the bytes are read', async () => {
    const blobs = await storage.open({ believesStore: true });
    echo(true);
    const bytes = randomBytes(1000);
    const made = await storage.upload(blobs, bytes);
    const found = await blobs.verify(made, [{ algorithm: 'sha512' }]);
    assert.ok(typeof found === 'object');
    assert.deepEqual(found.seen.map(Buffer.from), [createHash('sha512').update(bytes).digest()]);
  });

  it('is not believed over a way on which bytes can be changed', async () => {
    const blobs = await storage.open();
    echo(true);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.filter(isGet).length, 1);
  });

  it('is not believed when it takes a wrong one: the bytes are read', async () => {
    const blobs = await storage.open({ believesStore: true });
    echo(false);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.filter(isGet).length, 1);
    assert.deepEqual(await listed(blobs, 'tmp/'), []);
  });
});
