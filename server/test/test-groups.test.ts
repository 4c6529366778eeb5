import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { groupTestFiles, slowTests } from '../../scripts/test-groups.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const testsUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(new URL(folder, root), { withFileTypes: true });
  const found = entries.map(async (entry): Promise<string[]> => {
    if (entry.isDirectory())
      return /^(node_modules|\..*)$/.test(entry.name) ? [] : testsUnder(`${folder}${entry.name}/`);
    return entry.name.endsWith('.test.ts') ? [`${folder}${entry.name}`] : [];
  });
  return (await Promise.all(found)).flat();
};

describe('the test groups', () => {
  const groups = groupTestFiles(fileURLToPath(root));

  test('together contain every test file exactly once', async () => {
    const all = await testsUnder('./');
    assert.ok(all.length > 90);
    assert.deepEqual(
      [...groups.fast, ...groups.slow, ...groups.alone].sort(),
      all.map((file) => file.slice(2)).sort(),
    );
  });

  test('are both run by CI, and the slow one lists only existing paths', async () => {
    for (const place of slowTests)
      assert.ok(
        groups.slow.some((file) => file.startsWith(place)),
        place,
      );
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    assert.match(scripts.test ?? '', /run --silent check && node scripts\/test\.ts fast$/);
    assert.match(scripts['test:all'] ?? '', /^node scripts\/test\.ts slow$/);
    assert.match(await read('.ci/run'), /^npm test\nnpm run test:all$/m);
  });
});
