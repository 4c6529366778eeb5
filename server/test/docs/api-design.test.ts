import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { Brakes, RolloutPlan } from '@slipway/api';

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
  test('lists every member of a rollout’s body, and no other', async () => {
    const rows = rowsUnder(await read('docs/API-DESIGN.md'), 'Rollouts');
    const documented = rows.map(([member = '']) => member.split('.')[0]?.replace('[]', ''));
    assert.deepEqual([...new Set(documented)].toSorted(), Object.keys(RolloutPlan.properties).toSorted());
    const inner = rows.map(([member = '']) => member);
    for (const name of Object.keys(Brakes.properties)) assert.ok(inner.includes(`brakes.${name}`), name);
    for (const name of ['percent', 'afterHours', 'needs.approval', 'needs.downloads', 'needs.outcomes'])
      assert.ok(inner.includes(`steps[].${name}`), name);
  });

  test('names every warning that publishing may give', async () => {
    const rows = rowsUnder(await read('docs/API-DESIGN.md'), 'Bodies');
    const adapters = await readdir(new URL('../../src/adapters/', import.meta.url), { recursive: true });
    const files = adapters.filter((name) => name.endsWith('.ts')).map((name) => `adapters/${name}`);
    const rules = [
      ...['releases/version-not-reported', 'releases/waiting-milestones'],
      ...['signatures/identify-signer', 'signatures/signature-faults'],
    ].map((name) => `domain/${name}.ts`);
    const sources = await Promise.all(
      ['domain/model/review.ts', ...rules, ...files].map((file) => read(`server/src/${file}`)),
    );
    const codes = [...sources.join('\n').matchAll(/\bcode(?::| =) '([a-z0-9-]+)'/g)].map(([, code]) => code);
    assert.ok(codes.length > 0, 'no warnings were found in the code');
    assert.deepEqual(rows.map(([code]) => code).toSorted(), [...new Set(codes)].toSorted());
  });
});
