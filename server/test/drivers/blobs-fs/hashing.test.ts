import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createHashingThread } from '../../../src/drivers/blobs-fs/hashing/thread.ts';
import { makeFolder } from '../../harness.ts';

/** An unlinked file, which disappears when closed. */
const openFile = async (bytes: Uint8Array) => {
  const folder = await makeFolder();
  const path = join(folder, 'bytes');
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  await rm(folder, { recursive: true });
  return file;
};

const orderOf = (fd: number, lengthBytes: number) => ({ fd, lengthBytes, digests: {}, watch: [] });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the hashing thread', () => {
  test('lets files take turns: a small one does not wait for a large one', async (t) => {
    const thread = createHashingThread();
    t.after(thread.close);
    const [large, small] = [randomBytes(64 * 1024 * 1024), randomBytes(1000)];
    const [first, second] = [await openFile(large), await openFile(small)];
    t.after(() => Promise.all([first.close(), second.close()]));
    const order: string[] = [];
    const hash = async (name: string, fd: number, bytes: Uint8Array) => {
      const { hashes } = await thread.hash(orderOf(fd, bytes.length));
      order.push(name);
      assert.equal(hashes.sha256, sha256(bytes), name);
    };
    await Promise.all([hash('large', first.fd, large), hash('small', second.fd, small)]);
    assert.deepEqual(order, ['small', 'large']);
  });

  test('passes on disk errors', async (t) => {
    const thread = createHashingThread();
    t.after(thread.close);
    await assert.rejects(thread.hash(orderOf(1_000_000, 10)), { code: 'EBADF' });
  });

  test('aborts pending work when closed, and restarts on the next request', async (t) => {
    const thread = createHashingThread();
    t.after(thread.close);
    const bytes = randomBytes(64 * 1024 * 1024);
    const file = await openFile(bytes);
    t.after(() => file.close());
    const rejection = assert.rejects(thread.hash(orderOf(file.fd, bytes.length)), /has ended/);
    await thread.close();
    await rejection;
    const { hashes } = await thread.hash(orderOf(file.fd, bytes.length));
    assert.equal(hashes.sha256, sha256(bytes));
  });
});
