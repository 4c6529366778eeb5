import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { problems } from '@slipway/api';
import { routeTable } from '../../src/http/route-table.ts';

/* Checks handwritten tables against the code. */

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The cells of the first table with this many columns under a heading. */
const rowsUnder = (markdown: string, heading: string): string[][] => {
  const at = markdown.indexOf(`\n## ${heading}\n`);
  assert.notEqual(at, -1, `there is no heading "${heading}"`);
  const [section = ''] = markdown.slice(at + 4).split('\n## ', 1);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '').replaceAll('`', '')));
};

describe('docs/API-DESIGN.md', () => {
  test('lists every problem code with its status, and no other', async () => {
    const rows = rowsUnder(await read('docs/API-DESIGN.md'), 'Problems');
    const documented = rows.map(([code, status]) => `${code} ${status}`);
    const implemented = Object.entries(problems).map(([code, { status }]) => `${code} ${status}`);
    assert.deepEqual(documented.toSorted(), implemented.toSorted());
    for (const [code, , what] of rows) assert.ok((what ?? '').length > 10, `${code} is not explained`);
  });

  test('lists every route with who may call it, and no other', async () => {
    const rows = rowsUnder(await read('docs/API-DESIGN.md'), 'Routes and who may call them');
    const documented = rows.map(([route, who]) => `${route} ${who}`);
    const implemented = routeTable.map(
      ([method, url, access]) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')} ${access}`,
    );
    assert.deepEqual(documented.toSorted(), implemented.toSorted());
  });
});
