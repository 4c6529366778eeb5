import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectFiles } from '../../src/upload/detect-files.ts';
import { readDroppedFiles } from '../../src/upload/dropped-files.ts';

/* A drop that is much larger than a build. */

/** An endless folder that returns 100 files per read and counts the reads. */
const endlessFolder = () => {
  let readCount = 0;
  const file = (number: number) => ({
    isFile: true,
    name: `${number}.bin`,
    fullPath: `/all/${number}.bin`,
    file: (done: (file: File) => void) => done(new File(['x'], `${number}.bin`)),
  });
  const readEntries = (done: (entries: unknown[]) => void): void => {
    readCount += 1;
    done(readCount > 1000 ? [] : Array.from({ length: 100 }, (_, at) => file(readCount * 100 + at)));
  };
  const folder = { isDirectory: true, name: 'all', createReader: () => ({ readEntries }) };
  return { folder, readCount: () => readCount };
};

describe('a drop of very many files', () => {
  test('is read only up to the file limit', async () => {
    const { folder, readCount } = endlessFolder();
    const items = [{ webkitGetAsEntry: () => folder }];
    const dropped = await readDroppedFiles({ items, files: [] } as unknown as DataTransfer);
    assert.equal(dropped.length, 2000);
    assert.ok(readCount() <= 21, String(readCount()));
  });

  test('has at most as many rows as a release may have files, and lists skipped files', () => {
    const candidates = Array.from({ length: 300 }, (_, at) => ({
      path: `${at}.bin`,
      sizeBytes: 1,
      text: 'x',
      isPrivateKey: false,
    }));
    const { items, skipped } = detectFiles(candidates);
    assert.equal(items.length, 200);
    assert.equal(skipped.length, 100);
    assert.deepEqual(skipped[0], { path: '200.bin', reason: 'limit is 200 files per release' });
  });
});
