// Installs what package-lock.json names when node_modules is missing or older than it: a fresh clone needs no step
// by hand, and Node 24 comes along as a package. Plain JavaScript, since it runs on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const changedAt = (file) =>
  statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing what the lockfile names (once) …');
  const { status } = spawnSync('npm', ['ci', '--no-progress'], {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exit(status ?? 1);
}
