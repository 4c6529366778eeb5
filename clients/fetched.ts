import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../lab/repository.ts';

/*
 * Programs only for `npm run check:clients`, too large or foreign for package-lock.json: unpacked once into folders
 * next to node_modules, never installed.
 */

/** A program's folder, or the reason it is unavailable. */
export type Found = { folder: string; reason?: undefined } | { folder?: undefined; reason: string };

/** Runs a program and returns its output. */
type Run = (command: string, ...words: string[]) => string;

const runIn =
  (cwd: string): Run =>
  (command, ...words) => {
    const { error, status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
    if (error !== undefined) throw new Error(`there is no ${command} here`);
    if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1) || `${command} failed`);
    return stdout;
  };

const fetchOnce = async (what: string, unpack: (folder: string, run: Run) => void): Promise<Found> => {
  const folder = join(repository, 'node_modules/.cache/slipway-clients', what.replaceAll('/', '-'));
  const fresh = `${folder}.part`;
  try {
    if (existsSync(folder)) return { folder };
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    unpack(fresh, runIn(fresh));
    await rename(fresh, folder);
    return { folder };
  } catch (error) {
    return { reason: `${what} could not be fetched (${(error as Error).message})` };
  }
};

/** These packages and their dependencies with matching names. */
const withNeeded = (names: readonly string[], pattern: RegExp, run: Run): string[] => {
  const aside = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const output = run('apt-cache', 'depends', '--recurse', ...aside.map((word) => `--no-${word}`), ...names);
  // Dependencies are indented below a package and listed again on their own line.
  const needed = output.split('\n').filter((line) => /^[a-z0-9]/.test(line) && pattern.test(line));
  return [...new Set([...names, ...needed])];
};

/** Debian packages from this machine's sources, with their dependencies of matching names. */
export const findDebian = (names: readonly string[], along?: RegExp): Promise<Found> =>
  fetchOnce(names.join('+'), (folder, run) => {
    run('apt-get', 'download', ...(along === undefined ? names : withNeeded(names, along, run)));
    for (const archive of globSync('*.deb', { cwd: folder })) run('dpkg', '-x', archive, '.');
  });

/** An npm package at exactly this version. */
export const findPackage = (name: string, version: string): Promise<Found> =>
  fetchOnce(`${name}@${version}`, (_, run) =>
    run(
      'npm',
      'install',
      '--prefix',
      '.',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
    ),
  );
