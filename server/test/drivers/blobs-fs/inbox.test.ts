import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileErrorToRefusal } from '../../../src/drivers/blobs-fs/errors.ts';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { inPieces, openInFolder, pathOf } from './folder.ts';

const refused = (code: string) => ({ name: 'Refusal', code });

describe('an upload to the embedded storage', () => {
  it('is cut off as soon as it exceeds the declared size, however it arrives', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const { url, headers } = await blobs.presign(contentFor(randomBytes(1_000_000)), 900);
    let sent = 0;
    const endless = async function* () {
      for (;;) {
        sent += 65_536;
        yield Buffer.alloc(65_536);
      }
    };
    await assert.rejects(
      blobs.admit(pathOf(url), headers).receive(endless()),
      refused('upload-size-differs'),
    );
    assert.ok(sent <= 1_000_000 + 65_536, `${sent} bytes were taken`);
    assert.deepEqual(await readdir(join(root, 'tmp')), []);
  });

  it('that breaks off leaves no files, rejects with the original error, and can be retried', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const bytes = randomBytes(2_000_000);
    const { url, headers } = await blobs.presign(contentFor(bytes), 900);
    const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const broken = async function* () {
      yield* inPieces(bytes.subarray(0, 1_500_000));
      throw gone;
    };
    await assert.rejects(blobs.admit(pathOf(url), headers).receive(broken()), gone);
    assert.deepEqual(
      (await readdir(root, { recursive: true })).filter((name) => name.includes('/')),
      [],
    );
    await blobs.admit(pathOf(url), headers).receive(inPieces(bytes));
  });

  it('that ends early or has another hash is refused with the reason', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const { url, headers } = await blobs.presign(contentFor(randomBytes(1000)), 900);
    const receive = (bytes: Uint8Array) => blobs.admit(pathOf(url), headers).receive(inPieces(bytes));
    await assert.rejects(receive(randomBytes(999)), {
      ...refused('upload-size-differs'),
      message: /999 arrived/,
    });
    await assert.rejects(receive(randomBytes(1000)), refused('upload-hash-differs'));
    assert.deepEqual(await readdir(join(root, 'tmp')), []);
  });

  it('may trickle in by single bytes', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const bytes = randomBytes(5000);
    const content = contentFor(bytes);
    const { url, headers } = await blobs.presign(content, 900);
    const { etag } = await blobs.admit(pathOf(url), headers).receive(inPieces(bytes, 1));
    assert.equal(etag, `"${content.sha256}"`);
    assert.deepEqual(await readFile(join(root, content.stagedKey)), bytes);
  });

  it('can be read by nobody but the owner', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const bytes = randomBytes(100);
    const content = contentFor(bytes);
    const { url, headers } = await blobs.presign(content, 900);
    await blobs.admit(pathOf(url), headers).receive(inPieces(bytes));
    for (const name of [
      '',
      'staged',
      'kept',
      'parts',
      'tmp',
      join(content.stagedKey, '..'),
      content.stagedKey,
    ])
      assert.equal((await stat(join(root, name))).mode & 0o077, 0, name);
  });

  it('is timed and counted as failed when it fails', async (t) => {
    const { blobs, timings } = await openInFolder(t);
    const { url, headers } = await blobs.presign(contentFor(randomBytes(10)), 900);
    await assert.rejects(blobs.admit(pathOf(url), headers).receive(inPieces(randomBytes(10))));
    assert.deepEqual(timings, ['makeFolders', 'receive failed']);
  });
});

describe('a failing disk', () => {
  it('is reported as full or unavailable; other errors stay unchanged', () => {
    const error = (code: string) => Object.assign(new Error(code), { code });
    const thrown = (code: string) => () => {
      throw fileErrorToRefusal(error(code));
    };
    for (const code of ['ENOSPC', 'EDQUOT']) assert.throws(thrown(code), refused('storage-full'));
    for (const code of ['EIO', 'EROFS', 'EACCES', 'EMFILE'])
      assert.throws(thrown(code), refused('storage-unavailable'));
    const reset = error('ECONNRESET');
    assert.equal(fileErrorToRefusal(reset), reset);
  });

  it('that is not mounted is reported as unavailable, and no folder is created in its place', async (t) => {
    const { root, blobs } = await openInFolder(t);
    const bytes = randomBytes(100);
    const content = contentFor(bytes);
    const { url, headers } = await blobs.presign(content, 900);
    await rename(root, `${root}-unmounted`);
    const away = refused('storage-unavailable');
    await assert.rejects(blobs.ping(), away);
    await assert.rejects(blobs.admit(pathOf(url), headers).receive(inPieces(bytes)), away);
    await assert.rejects(blobs.presignParts(content, 900, undefined), away);
    const stored = { store: 'files', seal: 'x' };
    await assert.rejects(blobs.open(content, stored, [{ start: 0, end: 99 }]), away);
    await assert.rejects(blobs.scrub(content), away);
    await assert.rejects(blobs.sweep('2999-01-01T00:00:00.000Z'), away);
    await assert.rejects(stat(root), { code: 'ENOENT' });
  });
});
