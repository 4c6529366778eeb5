import assert from 'node:assert/strict';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from './content.ts';
import type { Stage } from './stage.ts';

/** Overwrites the only stored file of this size, like a broken disk or an intruder. */
export const swapStored = async ({ service }: Stage, size: number): Promise<void> => {
  const blobs = join(service.folder, 'blobs');
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const found = paths.filter((_, index) => sizes[index] === size);
  assert.equal(found.length, 1);
  const file = await open(found[0] ?? '', 'r+');
  await file.write(contentOf(size, 'swapped'));
  await file.close();
};
