import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { scopes } from '@slipway/api';

/* Compares the screens, scopes, rules and pictures in DASHBOARD.md with the dashboard. */

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
/** Imported by URL, because this project has no browser types. */
const load = (path: string): Promise<unknown> => import(new URL(path, root).href);

const mostBytes = 80_000;
const mostBytesOfAll = 700_000;

const pictureNames = async (): Promise<string[]> =>
  (await readdir(new URL('docs/pictures/', root))).filter((name) => name.endsWith('.png')).sort();

describe('DASHBOARD.md', () => {
  test('has a section for every screen of the navigation and the path of every other screen', async () => {
    // Provides the renderer for the screens that the sections name.
    await load('web/test/render.ts');
    const { sections } = (await load('web/src/app/sections.ts')) as {
      sections: readonly { path: string; label?: string }[];
    };
    const text = await read('docs/DASHBOARD.md');
    assert.ok(sections.length > 10);
    const missing = sections.filter(({ path, label }) =>
      label === undefined
        ? !text.includes(`\`${path.replace(/:(\w+)/, '{$1}')}\``)
        : !text.includes(`\n### ${label}\n`),
    );
    assert.deepEqual(missing, []);
  });

  test('explains every scope', async () => {
    const text = await read('docs/DASHBOARD.md');
    for (const scope of scopes) assert.match(text, new RegExp(`^\\| \`${scope}\` \\| `, 'm'));
  });

  test('has the same CORS rule for a bucket as the dashboard', async () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(await read('docs/DASHBOARD.md')) ?? [];
    const [rule] = JSON.parse(json);
    const displayed = await read('web/src/screens/new-release/upload-problems.tsx');
    const lists = ['AllowedMethods', 'AllowedHeaders', 'ExposeHeaders'];
    for (const name of lists)
      assert.ok(
        displayed.includes(`${name}: [${rule[name].map((one: string) => `'${one}'`).join(', ')}]`),
        name,
      );
    assert.deepEqual(Object.keys(rule).sort(), [...lists, 'AllowedOrigins', 'MaxAgeSeconds'].sort());
  });
});

describe('the pictures of the documents', () => {
  test('are exactly those that the documents use and the screenshot command takes', async () => {
    const displayed = ['README.md', 'docs/DASHBOARD.md'].map(async (document) => [
      ...(await read(document)).matchAll(/pictures\/([a-z-]+\.png)/g),
    ]);
    const named = (await Promise.all(displayed)).flat().map(([, name]) => name);
    const { shots } = (await load('web/test/pictures/shots.ts')) as { shots: readonly { name: string }[] };
    const pictures = await pictureNames();
    assert.deepEqual([...new Set(named)].sort(), pictures);
    assert.deepEqual(shots.map(({ name }) => `${name}.png`).sort(), pictures);
  });

  test('are small', async () => {
    const sizes = await Promise.all(
      (await pictureNames()).map(async (name) => {
        const { length } = await readFile(new URL(`docs/pictures/${name}`, root));
        assert.ok(length <= mostBytes, `${name} has ${length} bytes`);
        return length;
      }),
    );
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= mostBytesOfAll);
  });
});
