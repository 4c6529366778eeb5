import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectFiles } from '../../src/upload/detect-files.ts';
import { readDroppedFiles } from '../../src/upload/dropped-files.ts';

/* A drop that is much larger than a build. */

/** An endless folder that returns 100 files per read and counts the reads. */
const endlessFolder = () => {
  let asked = 0;
  const file = (number: number) => ({
    isFile: true,
    name: `${number}.bin`,
    fullPath: `/all/${number}.bin`,
    file: (done: (file: File) => void) => done(new File(['x'], `${number}.bin`)),
  });
  const readEntries = (done: (entries: unknown[]) => void): void => {
    asked += 1;
    done(asked > 1000 ? [] : Array.from({ length: 100 }, (_, at) => file(asked * 100 + at)));
  };
  const folder = { isDirectory: true, name: 'all', createReader: () => ({ readEntries }) };
  return { folder, asked: () => asked };
};

describe('a drop of very many files', () => {
  test('is read no further than what is taken of it', async () => {
    const { folder, asked } = endlessFolder();
    const items = [{ webkitGetAsEntry: () => folder }];
    const dropped = await readDroppedFiles({ items, files: [] } as unknown as DataTransfer);
    assert.equal(dropped.length, 2000);
    assert.ok(asked() <= 21, String(asked()));
  });

  test('has no more rows than a release may have files, and says what is left aside', () => {
    const seen = Array.from({ length: 300 }, (_, at) => ({ path: `${at}.bin`, sizeBytes: 1, text: 'x' }));
    const { items, leftAside } = detectFiles(seen);
    assert.equal(items.length, 200);
    assert.equal(leftAside.length, 100);
    assert.deepEqual(leftAside[0], { path: '200.bin', reason: 'a release has 200 files at most' });
  });
});
