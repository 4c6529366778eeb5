import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../clients/row.ts';
import { type LockedPackages, renderResults } from './check-clients/table.ts';

/*
 * Runs all scenarios of the real updaters and writes the results into docs/reference/clients-tested.md.
 * Besides the `*.test.ts` of `npm test`, this includes clients that need more than npm packages (`*.check.ts`); the
 * table says if those are unavailable. Pass folder names below clients/ to run only those.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const page = join(root, 'docs/reference/clients-tested.md');

const filesOf = (names: readonly string[]): string[] => {
  const folders = names.length === 0 ? ['**'] : names;
  return folders.flatMap((folder) => globSync(`clients/${folder}/*.{test,check}.ts`, { cwd: root })).sort();
};

const run = (files: readonly string[], results: string): number => {
  // One hour: the first build of a client from its crates takes many minutes.
  const words = ['--test', '--test-concurrency=1', '--test-timeout=3600000', ...files];
  const env = { ...process.env, SLIPWAY_CLIENTS_RESULTS: results };
  return spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
};

const rowsIn = (results: string): Row[] =>
  readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const files = filesOf(process.argv.slice(2));
if (files.length === 0) throw new Error('There is no client of that name below clients/.');
const folder = mkdtempSync(join(tmpdir(), 'slipway-clients-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, 'results');
writeFileSync(results, '');
process.exitCode = run(files, results);
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: LockedPackages;
};
writeFileSync(page, renderResults(readFileSync(page, 'utf8'), rowsIn(results), packages));
console.log('written to docs/reference/clients-tested.md');
const notRun = rowsIn(results).filter(({ result }) => result === 'could not run');
if (notRun.length > 0) console.log(`${notRun.length} scenarios could not run:`);
for (const { client, name, reason } of notRun) console.log(`  ${client}: ${name}: ${reason}`);
