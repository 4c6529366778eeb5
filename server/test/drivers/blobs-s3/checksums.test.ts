import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { startS3 } from '../../../../lab/s3.ts';
import { listed } from '../../conformance/blobs/stage.ts';
import type { RecordedRequest } from '../../s3-proxy.ts';
import { useStorage } from './storage.ts';

const isGet = ({ method }: RecordedRequest) => method === 'GET';

describe('a store that reports the SHA-256 of an object', () => {
  const storage = useStorage(startS3);
  const sha256Header = 'x-amz-checksum-sha256';

  /** Makes the proxy echo claimed checksums and, with `checks`, reject the known wrong one. */
  const echo = (checks: boolean) => {
    const claims = new Map<string, string>();
    storage.proxy().control.fault = ({ method, url, headers }) => {
      const key = url.split('?')[0] ?? '';
      const claim = String(headers[sha256Header] ?? '');
      const isFirstProbe = key.includes('/tmp/') && !claims.has(key);
      if (method === 'PUT' && claim !== '') claims.set(key, claim);
      if (method === 'PUT' && checks && isFirstProbe) return { status: 400, code: 'BadDigest' };
      const checksum = claims.get(key);
      return method === 'HEAD' && checksum !== undefined ? { headers: { [sha256Header]: checksum } } : {};
    };
  };

  it('is trusted if it rejected a wrong one', async () => {
    const blobs = await storage.open({ trustsStoreChecksums: true });
    echo(true);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.some(isGet), false, 'nothing had to be read');
    assert.deepEqual(await listed(blobs, 'tmp/'), []);
  });

  it('is not used if another hash is needed: the bytes are read', async () => {
    const blobs = await storage.open({ trustsStoreChecksums: true });
    echo(true);
    const bytes = randomBytes(1000);
    const made = await storage.upload(blobs, bytes);
    const found = await blobs.verify(made, [{ algorithm: 'sha512' }]);
    assert.ok(typeof found === 'object');
    assert.deepEqual(found.extraDigests.map(Buffer.from), [createHash('sha512').update(bytes).digest()]);
  });

  it('is not trusted over an insecure connection', async () => {
    const blobs = await storage.open();
    echo(true);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.filter(isGet).length, 1);
  });

  it('is not trusted if it accepts a wrong one: the bytes are read', async () => {
    const blobs = await storage.open({ trustsStoreChecksums: true });
    echo(false);
    const made = await storage.upload(blobs, randomBytes(1000));
    assert.equal(typeof (await blobs.verify(made)), 'object');
    assert.equal(storage.proxy().requests.filter(isGet).length, 1);
    assert.deepEqual(await listed(blobs, 'tmp/'), []);
  });
});
