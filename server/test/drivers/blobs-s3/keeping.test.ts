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
import type { RecordedRequest } from '../../s3-proxy.ts';
import { useStorage } from './storage.ts';

const isCopy = ({ headers }: RecordedRequest) => headers['x-amz-copy-source'] !== undefined;
const isGet = ({ method }: RecordedRequest) => method === 'GET';
const mebibyte = 1024 * 1024;

describe('publishing from S3', () => {
  const storage = useStorage(startS3);

  it('copies the verified object within the store, bound to its ETag', async () => {
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

  it('copies large objects in parts', async () => {
    const blobs = await storage.open({ maxCopyBytes: 400 });
    const made = await storage.upload(blobs, randomBytes(1000));
    const proof = await verified(blobs, made);
    const { proxy } = storage;
    proxy().reset();
    const xml = (name: string, body: string) => ({ status: 200, body: `<${name}>${body}</${name}>` });
    proxy().control.fault = (request) => {
      if (isCopy(request))
        return xml('CopyPartResult', `<ETag>${request.headers['x-amz-copy-source-range']}</ETag>`);
      if (request.url.includes('uploads'))
        return xml('InitiateMultipartUploadResult', '<UploadId>u1</UploadId>');
      return request.method === 'POST' ? xml('CompleteMultipartUploadResult', '<ETag>"joined-3"</ETag>') : {};
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

  it('copies a stored object to another artifact, bound to its ETag, whole or in parts', async () => {
    const bytes = randomBytes(1000);
    const blobs = await storage.open();
    const made = await storage.upload(blobs, bytes);
    const stored = await keep(blobs, made);
    for (const maxCopyBytes of [1000, 400]) {
      storage.proxy().reset();
      const other = contentFor(bytes);
      const copying = await storage.open({ maxCopyBytes });
      assert.equal(await copying.copy(made, stored, other), true);
      const [first] = storage.proxy().requests.filter(isCopy);
      assert.equal(first?.headers['x-amz-copy-source-if-match'], stored.seal.split(' ')[0]);
      assert.match((await verified(copying, other)).mark, /^staged /);
      await copying.remove(other.stagedKey);
    }
  });

  it('transfers the bytes itself if the store cannot copy parts conditionally', async () => {
    const blobs = await storage.open({ maxCopyBytes: 400 });
    const bytes = randomBytes(17 * mebibyte);
    const made = await storage.upload(blobs, bytes);
    const stored = await keep(blobs, made);
    assert.equal(sha256Of(await readAll(blobs, { made, stored }, whole(bytes))), made.sha256);
    assert.deepEqual(await listed(blobs, 'staged/'), []);
  });

  it('transfers the bytes itself if the store cannot copy', async () => {
    const blobs = await storage.open();
    const bytes = randomBytes(100_000);
    const made = await storage.upload(blobs, bytes);
    storage.proxy().control.fault = (request) =>
      isCopy(request) ? { status: 501, code: 'NotImplemented' } : {};
    const stored = await keep(blobs, made);
    assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
    assert.deepEqual(await listed(blobs, 'staged/'), []);
  });

  it('stores nothing if the bytes are corrupted in transit, and does not change the upload', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(100_000));
    const proof = await verified(blobs, made);
    storage.proxy().control.fault = (request) =>
      isCopy(request) ? { status: 501, code: 'NotImplemented' } : { corrupt: isGet(request) };
    await assert.rejects(blobs.keep(made, proof), { code: 'storage-unavailable' });
    storage.proxy().reset();
    assert.equal((await listed(blobs, 'kept/')).includes(made.storedKey), false);
    assert.equal(typeof (await blobs.verify(made)), 'object');
  });

  it('does not verify corrupted bytes', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(100_000));
    storage.proxy().control.fault = (request) => ({ corrupt: isGet(request) });
    assert.equal(await blobs.verify(made), 'hash-differs');
  });

  it('keeps the staged object when the copy fails', async () => {
    const blobs = await storage.open();
    const made = await storage.upload(blobs, randomBytes(1000));
    const proof = await verified(blobs, made);
    storage.proxy().control.fault = (request) => (isCopy(request) ? { status: 500 } : {});
    await assert.rejects(blobs.keep(made, proof), { code: 'storage-unavailable' });
    storage.proxy().reset();
    await blobs.keep(made, proof);
  });

  it('refreshes an object that an old attempt left, so that it is not garbage collected', async () => {
    const blobs = await storage.open();
    const bytes = randomBytes(1000);
    const made = await storage.upload(blobs, bytes);
    await keep(blobs, made);
    storage.proxy().reset();
    storage.proxy().control.fault = ({ method }) =>
      method === 'HEAD' ? { headers: { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' } } : {};
    const stored = await keep(blobs, made);
    const copy = storage.proxy().requests.find(isCopy);
    assert.match(String(copy?.headers['x-amz-copy-source']), /\/kept\//);
    assert.match(copy?.url ?? '', /\/kept\//);
    assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
  });
});
