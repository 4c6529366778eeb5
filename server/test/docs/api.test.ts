import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { Brakes, problems, RolloutPlan, scopes } from '@slipway/api';
import { read } from './run-block.ts';

/* The tables of docs/API.md against the code. */

const page = 'docs/API.md';

/** The cells of the rows under a heading that begin with code. */
const rowsUnder = async (heading: string): Promise<string[][]> => {
  const [, after] = (await read(page)).split(`\n${heading}\n`);
  const [section = ''] = (after ?? assert.fail(`there is no heading "${heading}"`)).split(/\n##+ /, 1);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '').replaceAll('`', '')));
};

describe(page, () => {
  test('lists every member of a rollout’s body, and no other', async () => {
    const rows = await rowsUnder('## Rollout rules');
    const documented = rows.map(([member = '']) => member.split('.')[0]?.replace('[]', ''));
    assert.deepEqual([...new Set(documented)].toSorted(), Object.keys(RolloutPlan.properties).toSorted());
    const inner = rows.map(([member = '']) => member);
    for (const name of Object.keys(Brakes.properties)) assert.ok(inner.includes(`brakes.${name}`), name);
    for (const name of ['percent', 'afterHours', 'needs.approval', 'needs.downloads', 'needs.outcomes'])
      assert.ok(inner.includes(`steps[].${name}`), name);
  });

  test('names every warning that publishing may give, and no other', async () => {
    const rows = await rowsUnder('### Warnings');
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
    for (const [code, meaning] of rows) assert.ok((meaning ?? '').length > 10, `${code} is not explained`);
  });

  test('names every scope, and every status that a problem has', async () => {
    const text = await read(page);
    for (const scope of scopes) assert.ok(text.includes(`\`${scope}\``), scope);
    const [, errors = ''] = text.split('\n## Errors\n');
    const documented = new Set(
      [...errors.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', ')),
    );
    // A 500 has no row: the paragraph above the table describes it.
    for (const { status } of Object.values(problems))
      assert.ok(status === 500 || documented.has(`${status}`), `${status}`);
  });
});
