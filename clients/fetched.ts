import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../lab/repository.ts';

/*
 * Programs for `npm run check:clients` alone, too large or too foreign for package-lock.json: unpacked into folders of
 * their own beside node_modules, once, and never installed.
 */

/** A program at hand, or why it is not. */
export type Found = { folder: string; reason?: undefined } | { folder?: undefined; reason: string };

/** Runs a program to its end and answers what it printed. */
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

/** These packages, and those that they need whose names match. */
const withNeeded = (names: readonly string[], wanted: RegExp, run: Run): string[] => {
  const aside = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const told = run('apt-cache', 'depends', '--recurse', ...aside.map((word) => `--no-${word}`), ...names);
  // What a package needs is indented below it, and comes again as a line of its own.
  const needed = told.split('\n').filter((line) => /^[a-z0-9]/.test(line) && wanted.test(line));
  return [...new Set([...names, ...needed])];
};

/** Packages of Debian, from this machine's own sources, and with them what they need of those whose names match. */
export const findDebian = (names: readonly string[], along?: RegExp): Promise<Found> =>
  fetchOnce(names.join('+'), (folder, run) => {
    run('apt-get', 'download', ...(along === undefined ? names : withNeeded(names, along, run)));
    for (const archive of globSync('*.deb', { cwd: folder })) run('dpkg', '-x', archive, '.');
  });

/** A package of npm, at exactly this version. */
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
