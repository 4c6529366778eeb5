import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { keep, listed, readAll, whole } from '../../conformance/blobs/stage.ts';
import { openWith } from './opened.ts';

describe('storing a file', () => {
  it('replaces wrong bytes at its path', async (t) => {
    const bytes = randomBytes(5000);
    const { blobs, made, file } = await openWith(t, bytes);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, randomBytes(5000));
    await keep(blobs, made);
    assert.deepEqual(await readFile(file), bytes);
  });

  it('does not touch the stored file when the same bytes are uploaded again', async (t) => {
    const bytes = randomBytes(5000);
    const { blobs, made, file, upload } = await openWith(t, bytes);
    const stored = await keep(blobs, made);
    const before = await stat(file);
    await upload();
    assert.deepEqual(await keep(blobs, made), stored);
    assert.equal((await stat(file)).ino, before.ino);
    assert.deepEqual(await listed(blobs, 'staged/'), []);
  });

  it('works while the same bytes are uploaded repeatedly', async (t) => {
    const bytes = randomBytes(50_000);
    const { blobs, made, upload } = await openWith(t, bytes);
    let done = false;
    const loop = async () => {
      while (!done) await upload();
    };
    const looping = loop();
    for (let round = 0; round < 20; round += 1) {
      const stored = await keep(blobs, made);
      assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
      await blobs.remove(made.storedKey);
      await upload();
    }
    done = true;
    await looping;
  });

  it('refreshes the timestamp of old uploads for the garbage collection', async (t) => {
    const { blobs, made, staged } = await openWith(t, randomBytes(5000));
    await utimes(staged, 0, 1_000_000);
    await keep(blobs, made);
    assert.equal(await blobs.findUploaded(made), '1970-01-12T13:46:40.000Z');
    for await (const { writtenAt } of blobs.list('kept/')) assert.ok(writtenAt > '2020', writtenAt);
  });

  it('refreshes a file that an old attempt left', async (t) => {
    const bytes = randomBytes(5000);
    const { blobs, made, file } = await openWith(t, bytes);
    await keep(blobs, made);
    const before = await stat(file);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * 3_600_000 });
    const stored = await keep(blobs, made);
    t.mock.timers.reset();
    assert.ok((await stat(file)).ctimeMs > before.ctimeMs);
    assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
  });
});
