import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { startS3 } from '../../../../lab/s3.ts';
import {
  contentFor,
  keep,
  listed,
  readAll,
  sha256Of,
  verified,
  whole,
} from '../../conformance/blobs/stage.ts';
import type { SeenRequest } from '../../s3-proxy.ts';
import { useStorage } from './storage.ts';

const isCopy = ({ headers }: SeenRequest) => headers['x-amz-copy-source'] !== undefined;
const isGet = ({ method }: SeenRequest) => method === 'GET';
const mebibyte = 1024 * 1024;

describe('publishing from S3', () => {
  const storage = useStorage(startS3);

  it('lets the store copy what was verified, bound to its ETag', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(1000));
    const proof = await verified(blobs, made);
    storage.proxy().reset();
    await blobs.keep(made, proof);
    const copy = storage.proxy().requests.find(isCopy);
    assert.equal(copy?.headers['x-amz-copy-source-if-match'], proof.mark.split(' ')[1]);
    assert.equal(copy?.headers['x-amz-server-side-encryption'], 'AES256');
    assert.equal(storage.proxy().requests.some(isGet), false);
  });

  it('copies in parts what is too large for one copy', async () => {
    const blobs = await storage.open({ maxCopyBytes: 400 });
    const made = await storage.upload(blobs, randomBytes(1000));
    const proof = await verified(blobs, made);
    const { proxy } = storage;
    proxy().reset();
    const xml = (name: string, body: string) => ({ status: 200, body: `<${name}>${body}</${name}>` });
    proxy().control.mischief = (seen) => {
      if (isCopy(seen))
        return xml('CopyPartResult', `<ETag>${seen.headers['x-amz-copy-source-range']}</ETag>`);
      if (seen.url.includes('uploads'))
        return xml('InitiateMultipartUploadResult', '<UploadId>u1</UploadId>');
      return seen.method === 'POST' ? xml('CompleteMultipartUploadResult', '<ETag>"joined-3"</ETag>') : {};
    };
    assert.match((await blobs.keep(made, proof)).seal, /^"joined-3" /);
    const copies = proxy().requests.filter(isCopy);
    assert.deepEqual(
      copies.map(({ headers }) => headers['x-amz-copy-source-range']),
      ['bytes=0-399', 'bytes=400-799', 'bytes=800-999'],
    );
    for (const { headers } of copies)
      assert.equal(headers['x-amz-copy-source-if-match'], proof.mark.split(' ')[1]);
  });

  it('copies what is kept to another artifact, bound to its ETag: whole, in parts, or itself where that is all it can', async () => {
    const bytes = randomBytes(1000);
    const blobs = await storage.open();
    const made = await storage.upload(blobs, bytes);
    const kept = await keep(blobs, made);
    for (const maxCopyBytes of [1000, 400]) {
      storage.proxy().reset();
      const other = contentFor(bytes);
      const copying = await storage.open({ maxCopyBytes });
      assert.equal(await copying.copy(made, kept, other), true);
      const [first] = storage.proxy().requests.filter(isCopy);
      assert.equal(first?.headers['x-amz-copy-source-if-match'], kept.seal.split(' ')[0]);
      assert.match((await verified(copying, other)).mark, /^staged /);
      await copying.remove(other.stagedKey);
    }
  });

  it('carries the bytes over itself where the store cannot copy parts under a condition', async () => {
    const blobs = await storage.open({ maxCopyBytes: 400 });
    const bytes = randomBytes(17 * mebibyte);
    const made = await storage.upload(blobs, bytes);
    const kept = await keep(blobs, made);
    assert.equal(sha256Of(await readAll(blobs, { made, kept }, whole(bytes))), made.sha256);
    assert.deepEqual(await listed(blobs, 'staged/'), []);
  });

  it('carries the bytes over itself where the store cannot copy at all', async () => {
    const blobs = await storage.open();
    const bytes = randomBytes(100_000);
    const made = await storage.upload(blobs, bytes);
    storage.proxy().control.mischief = (seen) =>
      isCopy(seen) ? { status: 501, code: 'NotImplemented' } : {};
    const kept = await keep(blobs, made);
    assert.deepEqual(await readAll(blobs, { made, kept }, whole(bytes)), bytes);
    assert.deepEqual(await listed(blobs, 'staged/'), []);
  });

  it('keeps nothing when the bytes are spoilt on the way, and leaves the upload as it is', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(100_000));
    const proof = await verified(blobs, made);
    storage.proxy().control.mischief = (seen) =>
      isCopy(seen) ? { status: 501, code: 'NotImplemented' } : { corrupt: isGet(seen) };
    await assert.rejects(blobs.keep(made, proof), { code: 'storage-unavailable' });
    storage.proxy().reset();
    assert.equal((await listed(blobs, 'kept/')).includes(made.keptKey), false);
    assert.equal(typeof (await blobs.verify(made)), 'object');
  });

  it('does not verify bytes that arrive spoilt', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(100_000));
    storage.proxy().control.mischief = (seen) => ({ corrupt: isGet(seen) });
    assert.equal(await blobs.verify(made), 'hash-differs');
  });

  it('keeps the staged object when the copy fails', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(1000));
    const proof = await verified(blobs, made);
    storage.proxy().control.mischief = (seen) => (isCopy(seen) ? { status: 500 } : {});
    await assert.rejects(blobs.keep(made, proof), { code: 'storage-unavailable' });
    storage.proxy().reset();
    await blobs.keep(made, proof);
  });

  it('renews what a try of long ago has left, so that nobody collects it', async () => {
    const blobs = await storage.open();
    const bytes = randomBytes(1000);
    const made = await storage.upload(blobs, bytes);
    await keep(blobs, made);
    storage.proxy().reset();
    storage.proxy().control.mischief = ({ method }) =>
      method === 'HEAD' ? { headers: { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' } } : {};
    const kept = await keep(blobs, made);
    const copy = storage.proxy().requests.find(isCopy);
    assert.match(String(copy?.headers['x-amz-copy-source']), /\/kept\//);
    assert.match(copy?.url ?? '', /\/kept\//);
    assert.deepEqual(await readAll(blobs, { made, kept }, whole(bytes)), bytes);
  });
});
