import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Bucket } from '../../../src/drivers/blobs-s3/bucket.ts';
import { presignGet } from '../../../src/drivers/blobs-s3/presign.ts';
import { openS3Blobs } from '../../../src/drivers/blobs-s3.ts';
import { contentFor } from '../../conformance/blobs/stage.ts';

const content = contentFor(randomBytes(100));
const place = { bucket: 'artifacts', region: 'eu-central-1', pathStyle: false };
const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' };

describe('upload addresses of S3', () => {
  it('have everything signed into them, as headers that must be sent', async () => {
    const blobs = await openS3Blobs({ ...place, prefix: 'a/b', sse: 'AES256', credentials });
    const { url, headers } = await blobs.presign(content, 900);
    const { host, pathname, searchParams } = new URL(url);
    assert.equal(host, 'artifacts.s3.eu-central-1.amazonaws.com');
    assert.equal(pathname, `/a/b/${content.stagedKey}`);
    assert.equal(
      searchParams.get('X-Amz-SignedHeaders'),
      'content-length;content-type;host;x-amz-checksum-sha256;x-amz-server-side-encryption',
    );
    assert.equal(searchParams.get('X-Amz-Expires'), '900');
    assert.equal(searchParams.get('X-Amz-Security-Token'), 'session');
    assert.deepEqual(headers, {
      'content-type': 'application/gzip',
      'x-amz-checksum-sha256': Buffer.from(content.sha256, 'hex').toString('base64'),
      'x-amz-server-side-encryption': 'AES256',
    });
    // S3 ignores these in the query: they would look signed without being enforced.
    for (const name of searchParams.keys()) assert.doesNotMatch(name, /checksum|encryption/i);
    await blobs.close();
  });

  it('ask for the encryption that is configured, or for none', async () => {
    for (const [sse, sent] of [
      ['aws:kms', 'aws:kms'],
      ['none', undefined],
    ] as const) {
      const blobs = await openS3Blobs({ ...place, sse, credentials });
      const { url, headers } = await blobs.presign(content, 900);
      assert.equal(headers['x-amz-server-side-encryption'], sent);
      const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders') ?? '';
      assert.equal(signed.includes('x-amz-server-side-encryption'), sent !== undefined);
      await blobs.close();
    }
  });

  it('belong to a storage that is named after its bucket and folder', async () => {
    const blobs = await openS3Blobs({ ...place, prefix: '/a/b/', sse: 'none', credentials });
    assert.equal(blobs.name, 's3:artifacts/a/b/');
    await blobs.close();
    const plain = await openS3Blobs({ ...place, sse: 'none', credentials });
    assert.equal(plain.name, 's3:artifacts/');
    await plain.close();
  });
});

describe('download addresses of S3', () => {
  it('have the name, the type and the time signed into them, on the address that clients upload to', async () => {
    const bucket = { at: (key: string) => ({ Bucket: 'artifacts', Key: key }) };
    const [sdk, presigner] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const client = new sdk.S3({ region: 'eu-central-1', credentials });
    const url = await presignGet({ ...bucket, sdk, presigner, client } as unknown as Bucket, 'kept/one', {
      ttlSeconds: 900,
      savedAs: { fileName: 'hello-1.0.0.bin', contentType: 'application/gzip' },
    });
    const { host, pathname, searchParams } = new URL(url);
    assert.deepEqual([host, pathname], ['artifacts.s3.eu-central-1.amazonaws.com', '/kept/one']);
    assert.equal(searchParams.get('response-content-disposition'), 'attachment; filename="hello-1.0.0.bin"');
    assert.equal(searchParams.get('response-content-type'), 'application/gzip');
    assert.equal(searchParams.get('X-Amz-Expires'), '900');
    assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'host', 'a range needs no signature of its own');
    client.destroy();
  });
});
