import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/* Client scenarios run in their own process: these tests check how that process reports them. */

const scenarioFile = new URL('../../../../clients/scenario.ts', import.meta.url).href;

test('a scenario whose client is missing counts as skipped, not as passed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [file, results] = [join(folder, 'one.test.ts'), join(folder, 'results')];
  await writeFile(
    file,
    `import { scenario } from '${scenarioFile}';
scenario({ client: 'nothing', missing: 'it is not installed' }, 'updates', async () => {});
scenario('something', 'updates', async () => {});
`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    env: { ...env, SLIPWAY_CLIENTS_RESULTS: results },
    encoding: 'utf8',
  });
  assert.match(stdout, /^# pass 1$/m);
  assert.match(stdout, /^# skipped 1$/m);
  assert.match(stdout, /# SKIP could not run: it is not installed/);
  const rows = (await readFile(results, 'utf8')).trim().split('\n');
  assert.deepEqual(
    rows.map((row) => JSON.parse(row).result),
    ['could not run', 'passed'],
  );
});
