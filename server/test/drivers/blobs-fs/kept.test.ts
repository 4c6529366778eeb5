import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { createDescriptorCache } from '../../../src/drivers/blobs-fs/descriptor-cache.ts';
import { damaged, keep, listed, readAll, whole } from '../../conformance/blobs/stage.ts';
import { openWith } from './opened.ts';

describe('stored files', () => {
  it('of one publish are never removed by another that found no upload', async (t) => {
    const bytes = randomBytes(1000);
    const { root, blobs, made, file } = await openWith(t, bytes);
    const [proof, spare] = [await blobs.verify(made), join(root, 'spare')];
    assert.ok(typeof proof === 'object');
    for (let round = 0; round < 200; round++) {
      await blobs.remove(made.stagedKey);
      await blobs.remove(made.storedKey);
      await writeFile(spare, bytes);
      // Its bytes were removed after verification; meanwhile the publisher uploads and publishes them again.
      const late = blobs.keep(made, proof).catch(() => undefined);
      for (let turns = round % 20; turns > 0; turns--) await stat(spare);
      await mkdir(dirname(file), { recursive: true });
      await rename(spare, file);
      await late;
      assert.equal((await stat(file)).size, bytes.length);
    }
  });

  it('that were restored with other times and inodes are verified again and served', async (t) => {
    const bytes = randomBytes(300_000);
    const { blobs, made, file } = await openWith(t, bytes);
    const stored = await keep(blobs, made);
    await copyFile(file, `${file}-copy`);
    await rename(`${file}-copy`, file);
    const reads = Array.from({ length: 5 }, () => readAll(blobs, { made, stored }, whole(bytes)));
    for (const read of await Promise.all(reads)) assert.deepEqual(read, bytes);
    await utimes(file, 0, 0);
    assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
  });

  it('that are truncated during a read fail the reader', async (t) => {
    const bytes = randomBytes(1_000_000);
    const { blobs, made, file } = await openWith(t, bytes);
    const reader = await blobs.open(made, await keep(blobs, made), [whole(bytes)]);
    await reader.next(65_536);
    await truncate(file, 70_000);
    await reader.next(65_536);
    await assert.rejects(reader.next(65_536), damaged);
    await reader.close();
  });

  it('that are written to while they are read never end as complete', async (t) => {
    const bytes = randomBytes(200_000);
    const { blobs, made, file } = await openWith(t, bytes);
    const reader = await blobs.open(made, await keep(blobs, made), [whole(bytes)]);
    await reader.next(65_536);
    const writer = await open(file, 'r+');
    await writer.write(Buffer.from('evil'), 0, 4, 150_000);
    await writer.close();
    const toTheEnd = async () => {
      while ((await reader.next(65_536)) !== undefined);
    };
    await assert.rejects(toTheEnd(), damaged);
    await reader.close();
  });

  it('that were pruned can be read to the end by open readers', async (t) => {
    const bytes = randomBytes(200_000);
    const { blobs, made } = await openWith(t, bytes);
    const stored = await keep(blobs, made);
    const reader = await blobs.open(made, stored, [whole(bytes)]);
    await blobs.remove(made.storedKey);
    await assert.rejects(blobs.open(made, stored, [whole(bytes)]), damaged);
    let length = 0;
    for (let piece = await reader.next(65_536); piece; piece = await reader.next(65_536))
      length += piece.length;
    assert.equal(length, bytes.length);
    await reader.close();
  });

  it('share one descriptor, which is closed after the last reader', async (t) => {
    const { blobs, made, file } = await openWith(t, randomBytes(100));
    await keep(blobs, made);
    const descriptors = createDescriptorCache();
    const acquired = await Promise.all(Array.from({ length: 100 }, () => descriptors.acquire(file)));
    assert.equal(new Set(acquired.map((descriptor) => descriptor.file)).size, 1);
    assert.equal(descriptors.count(), 1);
    for (const descriptor of acquired) await descriptor.release();
    assert.equal(descriptors.count(), 0);
    assert.equal(acquired[0]?.file.fd, -1);
  });

  it('that were replaced get a new descriptor beside the old one', async (t) => {
    const { blobs, made, file } = await openWith(t, randomBytes(100));
    await keep(blobs, made);
    const descriptors = createDescriptorCache();
    const old = await descriptors.acquire(file);
    await writeFile(`${file}-new`, 'new');
    await rename(`${file}-new`, file);
    const fresh = await descriptors.acquire(file);
    assert.equal(await fresh.file.readFile('utf8'), 'new');
    assert.equal((await old.file.stat()).size, 100);
    await Promise.all([old.release(), fresh.release()]);
    assert.equal(descriptors.count(), 0);
  });
});

describe('a foreign file in the folder', () => {
  it('is not listed', async (t) => {
    const { root, blobs, made } = await openWith(t, randomBytes(100));
    await writeFile(join(root, 'staged', '.DS_Store'), 'x');
    await writeFile(join(dirname(join(root, made.stagedKey)), 'a file'), 'x');
    assert.deepEqual(await listed(blobs, 'staged/'), [made.stagedKey]);
    assert.deepEqual(await listed(blobs, ''), [made.stagedKey]);
  });
});
