import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The Python fuzzer is installed from PyPI once, into a virtual environment in the user's cache. */

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** Names a missing tool in one sentence. */
export class MissingToolError extends Error {}

const run = (command: string, args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) throw new MissingToolError(`This needs ${command}: ${error.message}.`);
  if (status !== 0) throw new MissingToolError(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
};

const demandPython = (): void => {
  const code = 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])';
  const { status, stdout, error } = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (stdout ?? '').trim().split('.').map(Number);
  if (error !== undefined || status !== 0 || major < 3 || (major === 3 && minor < 10))
    throw new MissingToolError(
      'This needs python3 3.10 or newer with venv (on Debian: apt-get install python3 python3-venv).',
    );
};

const cacheFolder = (): string => process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');

/** Returns the folder with the fuzzer's programs; installs them if missing. */
export const installFuzzer = (say: (line: string) => void): string => {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), 'slipway', `check-api-${hash}`);
  if (existsSync(folder)) return join(folder, 'bin');
  demandPython();
  say(`Installing the fuzzer from PyPI into ${folder}…`);
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  run('python3', ['-m', 'venv', unfinished]);
  run(join(unfinished, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  // The environment's scripts contain its old path, so they are started through its python.
  renameSync(unfinished, folder);
  return join(folder, 'bin');
};
