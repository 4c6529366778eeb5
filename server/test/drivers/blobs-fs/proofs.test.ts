import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import { openFileBlobs } from '../../../src/drivers/blobs-fs.ts';

/* Hashes computed during the upload are reused at publish only if the file is unchanged. */

describe('files: proofs of uploads', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'slipway-proofs-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const upload = async (id: string) => {
    const bytes = randomBytes(5000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content = blobContentOf({ id, sizeBytes: bytes.length, sha256, contentType: undefined });
    const options = { root, uploadUrl: 'http://localhost', secret: 'secret', now: Date.now };
    const blobs = await openFileBlobs(options);
    const { url, headers } = await blobs.presign(content, 60);
    const { pathname, search } = new URL(url);
    await blobs.admit(pathname + search, { ...headers, 'content-length': '5000' }).receive(
      (async function* () {
        yield bytes;
      })(),
    );
    return { blobs, content, path: join(root, content.stagedKey) };
  };

  test('an upload that nobody touched is verified', async () => {
    const { blobs, content } = await upload('art_1');
    assert.equal(typeof (await blobs.verify(content)), 'object');
  });

  test('an upload that was overwritten is read again, even when its time was set back', async () => {
    const { blobs, content, path } = await upload('art_2');
    const { atime, mtime } = await stat(path);
    await writeFile(path, randomBytes(5000));
    await utimes(path, atime, mtime);
    assert.equal(await blobs.verify(content), 'hash-differs');
  });

  test('an upload that another process received is read and verified', async () => {
    const { content } = await upload('art_3');
    const other = await openFileBlobs({
      root,
      uploadUrl: 'http://localhost',
      secret: 'secret',
      now: Date.now,
    });
    assert.equal(typeof (await other.verify(content)), 'object');
  });
});
