import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openFolder } from '../../lab/folder.ts';

/* A check that never fails may be broken: a temporary folder gets one offender of each kind. */

const script = fileURLToPath(new URL('../../scripts/check-vocabulary.mjs', import.meta.url));

const offenders: Record<string, string> = {
  'server/src/shelf.ts': 'export const size = 1;\n',
  'server/src/local.ts': 'export const read = (toldVersion: string): string => toldVersion;\n',
  'server/src/member.ts': 'export interface Options {\n  rackBytes: number;\n}\n',
  'server/src/type.ts': 'export type Asked = string;\n',
  'server/src/comment.ts': '/** Whoever reads this. */\nexport const one = 1;\n',
  'web/src/style.css': '.nav-door {\n  color: red;\n}\n',
  'server/src/sentence.ts': "export const detail = 'The service has begun.';\n",
  'web/src/label.tsx': 'export const Label = () => <b>Allowance</b>;\n',
  'docs/PAGE.md': 'A rollout halts by itself.\n',
};

const innocents: Record<string, string> = {
  'server/src/clean.ts': "export const askedAt = 1;\nexport const name = 'told//whoever';\n",
  'server/src/sentences.ts':
    "export const detail = 'The allowance is used up; slipway doctor tells you why.';\n",
  'server/test/made-up.ts': "export const line = 'whoever reads this';\n",
  'docs/CODE.md': 'Run `slipway told`:\n\n```sh\necho whoever\n```\n',
  'web/src/clean.css': '/* .door */\n.nav {\n  width: 1.5rem;\n}\n',
};

const check = async (t: TestContext, files: Record<string, string>) => {
  const { path: folder, remove } = await openFolder('vocabulary');
  t.after(remove);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
};

describe('the vocabulary check', () => {
  test('reports every offender with its replacement, and nothing else', async (t) => {
    const { status, lines } = await check(t, { ...offenders, ...innocents });
    assert.equal(status, 1);
    assert.deepEqual(
      [...new Set(lines.map((line) => line.split(':')[0]))].sort(),
      Object.keys(offenders).sort(),
    );
    assert.ok(lines.includes('docs/PAGE.md:1: a text contains "by itself". Use: automatically.'));
    assert.ok(
      lines.includes('server/src/local.ts:1: toldVersion contains "told". Use: reported.'),
      lines.join('\n'),
    );
  });

  test('passes without offenders', async (t) => {
    const { status, lines } = await check(t, innocents);
    assert.deepEqual([status, lines], [0, ['']]);
  });
});
