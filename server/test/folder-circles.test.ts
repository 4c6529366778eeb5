import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

/*
 * Below `domain` and `http`, folders import each other in one direction only, types included. Import rules see cycles of
 * files; two folders can still need each other without one.
 */

type Sources = ReadonlyMap<string, string>;

/** The folders that each folder imports, with one import as an example. A file beside the folders counts as one. */
const foldersImported = (sources: Sources): Map<string, Map<string, string>> => {
  const folderOf = (path: string): string => path.split('/', 1)[0] ?? '';
  const graph = new Map<string, Map<string, string>>();
  for (const [path, text] of sources)
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b[^;']*'(\.[^']+)'/gm)) {
      const imported = join(dirname(path), specifier);
      const [from, to] = [folderOf(path), folderOf(imported)];
      if (to === '..' || from === to) continue;
      const edges = graph.get(from) ?? new Map<string, string>();
      graph.set(from, edges.set(to, `${path} → ${imported}`));
    }
  return graph;
};

/** The imports of the first circle that is found; none if there is no circle. */
const findCircle = (sources: Sources): string[] => {
  const graph = foldersImported(sources);
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] => {
    const start = path.indexOf(folder);
    if (start >= 0)
      return path
        .slice(start)
        .map((from, index, circle) => graph.get(from)?.get(circle[index + 1] ?? folder) ?? '');
    if (done.has(folder)) return [];
    for (const to of graph.get(folder)?.keys() ?? []) {
      const found = visit(to, [...path, folder]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of graph.keys()) {
    const found = visit(folder, []);
    if (found.length > 0) return found;
  }
  return [];
};

const read = async (folder: 'domain' | 'http'): Promise<Map<string, string>> => {
  const root = new URL(`../src/${folder}/`, import.meta.url);
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.ts'));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(new URL(path, root), 'utf8')] as const),
    ),
  );
};

for (const folder of ['domain', 'http'] as const)
  describe(`the folders of ${folder}`, () => {
    test('import each other in one direction', async () => {
      const sources = await read(folder);
      assert.ok([...foldersImported(sources).values()].reduce((sum, edges) => sum + edges.size, 0) > 30);
      assert.deepEqual(findCircle(sources), []);
    });

    test('are in a circle with one import more', async () => {
      const sources = await read(folder);
      const [from, edges] = [...foldersImported(sources)].find(([name]) => !name.endsWith('.ts')) ?? [
        '',
        new Map(),
      ];
      const to = [...edges.keys()].find((name) => !name.endsWith('.ts'));
      sources.set(`${to}/offender.ts`, `import type {\n  Thing,\n} from '../${from}/thing.ts';\n`);
      assert.ok(findCircle(sources).includes(`${to}/offender.ts → ${from}/thing.ts`), `${to} → ${from}`);
    });
  });

test('a circle of three folders is found', () => {
  const imports = { 'a/one.ts': '../b/two.ts', 'b/two.ts': '../c/three.ts', 'c/three.ts': '../a/other.ts' };
  const sources = Object.entries(imports).map(([path, to]) => [path, `export * from '${to}';\n`] as const);
  const circle = ['a/one.ts → b/two.ts', 'b/two.ts → c/three.ts', 'c/three.ts → a/other.ts'];
  assert.deepEqual(findCircle(new Map(sources)), circle);
  assert.deepEqual(findCircle(new Map(sources.slice(0, 2))), []);
});
