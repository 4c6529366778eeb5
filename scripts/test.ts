import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupTestFiles } from './test-groups.ts';

/* Runs the fast or slow tests: `node scripts/test.ts fast` or `slow`. */

const root = fileURLToPath(new URL('../', import.meta.url));
const group = process.argv[2];
if (group !== 'fast' && group !== 'slow') throw new Error('Which group: fast or slow?');
/* Ends hung tests, late enough for slow machines. */
const minutes = { fast: 10, slow: 20 }[group];
/* Hundreds of processes load the same modules: the compile cache halves their startup time. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') };
const run = (files: string[], atOnce: number, more: NodeJS.ProcessEnv = {}): number => {
  const options = [
    ...['--import', './scripts/end-hanging-tests.mjs'],
    ...['--test', `--test-concurrency=${atOnce}`, `--test-timeout=${minutes * 60_000}`],
  ];
  const { status } = spawnSync(process.execPath, [...options, ...files], {
    cwd: root,
    env: { ...env, ...more },
    stdio: 'inherit',
  });
  return status ?? 1;
};

const groups = groupTestFiles(root);
const runWithoutFastPath = () => run(groups.withoutFastPath, 2, { SLIPWAY_FAST_PATH: 'off' });
const statuses = [
  run(groups[group], { fast: 3, slow: 2 }[group]),
  ...(group === 'slow' ? [runWithoutFastPath(), run(groups.alone, 1)] : []),
];
process.exit(Math.max(...statuses));
