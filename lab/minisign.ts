import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The real minisign: the installed one, or Debian's package unpacked into a folder. It is not on npm, so it may be
 * unavailable.
 */

/** Runs minisign in the folder and types the password. */
export type Minisign = (
  words: readonly string[],
  typed?: string,
) => { status: number | null; stdout: string; stderr: string };

const runner =
  (folder: string, command: string, env: Record<string, string | undefined>): Minisign =>
  (words, typed = '') =>
    spawnSync(command, words, { cwd: folder, env, input: typed, encoding: 'utf8' });

const works = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

const unpack = (folder: string): Minisign | undefined => {
  if (!works('apt-get') || !works('dpkg-deb')) return undefined;
  try {
    execFileSync('apt-get', ['--quiet=2', 'download', 'minisign', 'libsodium23'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for (const name of globSync('*.deb', { cwd: folder }))
      execFileSync('dpkg-deb', ['--extract', name, 'root'], { cwd: folder });
  } catch {
    // No package list or no mirror: treat it as unavailable.
    return undefined;
  }
  const libraries = join(folder, globSync('root/usr/lib/*-linux-gnu', { cwd: folder })[0] ?? '');
  return runner(folder, join(folder, 'root/usr/bin/minisign'), { LD_LIBRARY_PATH: libraries });
};

/** Minisign in the caller's folder; undefined if unavailable. */
export const findMinisign = (folder: string): Minisign | undefined =>
  works('minisign') ? runner(folder, 'minisign', process.env) : unpack(folder);
