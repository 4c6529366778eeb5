import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { commandTable } from '../../src/commands/command-table.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
const namesIn = async (folder: string): Promise<string[]> => readdir(new URL(folder, root));

describe('ARCHITECTURE, GLOSSARY and CONTRIBUTING', () => {
  test('the map names every folder and every driver', async () => {
    const map = await read('docs/ARCHITECTURE.md');
    const foldersIn = async (parent: string) =>
      (await namesIn(parent)).filter((name) => !name.includes('.')).map((name) => `${parent}${name}`);
    const folders = await Promise.all(
      ['', 'domain/', 'http/', 'drivers/'].map((name) => foldersIn(`server/src/${name}`)),
    );
    const drivers = (await namesIn('server/src/drivers/')).filter((name) => name.endsWith('.ts'));
    assert.ok(folders.every((some) => some.length > 4) && drivers.length > 4);
    const missing = [
      ...drivers.map((name) => name.replace(/\.ts$/, '')).filter((name) => !map.includes(`\`${name}\``)),
      ...folders.flat().filter((path) => !map.includes(`(../${path})`) && !map.includes(`(../${path}.ts)`)),
    ];
    assert.deepEqual(missing, []);
  });

  test('a link that reads like a file leads to that file', async () => {
    const links = [...(await read('docs/ARCHITECTURE.md')).matchAll(/\[([\w./-]+\.\w+)\]\(([^)#]+)[^)]*\)/g)];
    assert.ok(links.length > 40);
    assert.deepEqual(
      links.filter(([, text = '', target = '']) => !`/${target}`.endsWith(`/${text}`)).map(([link]) => link),
      [],
    );
  });

  test('the map names the operator’s commands, and no other', async () => {
    const [, row = ''] =
      /\(\.\.\/server\/src\/commands\) \| (.*?):/.exec(await read('docs/ARCHITECTURE.md')) ?? [];
    const named = [...row.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    assert.deepEqual(named.sort(), commandTable.map(({ name }) => name).sort());
  });

  test('what is named as a path is there', async () => {
    const faults: string[] = [];
    for (const document of [
      'docs/ARCHITECTURE.md',
      'docs/OPERATIONS.md',
      'docs/GLOSSARY.md',
      'CONTRIBUTING.md',
    ])
      for (const [, path = ''] of (await read(document)).matchAll(
        /`([a-z-]+\/[a-z0-9./-]+\.(?:ts|mjs|md))`/g,
      ))
        if (!existsSync(new URL(path, root))) faults.push(`${document}: ${path}`);
    assert.deepEqual(faults, []);
  });

  test('the table of Node tricks names existing guarding tests and every file of its folder', async () => {
    const table = await read('server/src/node/README.md');
    const tests = [...table.matchAll(/`(test\/[a-z0-9./-]+\.ts)`/g)].map(([, path = '']) => path);
    assert.ok(tests.length > 5);
    assert.deepEqual(
      tests.filter((path) => !existsSync(new URL(`server/${path}`, root))),
      [],
    );
    const files = (await namesIn('server/src/node/')).filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      files.filter((name) => !table.includes(`\`${name}\``)),
      [],
    );
  });

  test('the commands of CONTRIBUTING are there', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    const text = await read('CONTRIBUTING.md');
    const named = [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[a-z:]+)/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((name) => scripts[name] === undefined),
      [],
    );
  });

  test('the glossary lists each term once, in alphabetical order', async () => {
    const terms = [...(await read('docs/GLOSSARY.md')).matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(
      ([, term = '']) => term.toLowerCase(),
    );
    assert.ok(terms.length > 30 && terms.length <= 60);
    assert.deepEqual(terms, [...new Set(terms)].sort());
  });
});
