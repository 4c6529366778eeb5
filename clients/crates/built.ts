import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../lab/repository.ts';
import type { Tried } from '../scenario.ts';
import { completeLock, lockedVersion } from './lock.ts';

/*
 * Builds a program of this crate, next to node_modules, with the locked versions. A missing tool (cargo, the registry,
 * a system library) is a reason in the table; a compile error is a failure.
 */

const folder = join(repository, 'node_modules/.cache/slipway-clients/crates');

const cargo = (...words: string[]) => {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return spawnSync('cargo', words, options);
};

/** The reason it cannot be built here. */
const reasonNotToBuild = (libraries: Readonly<Record<string, string>>): string | undefined => {
  if (spawnSync('cargo', ['--version']).status !== 0) return 'there is no cargo here';
  const lacking = Object.keys(libraries).filter(
    (name) => spawnSync('pkg-config', ['--exists', name]).status !== 0,
  );
  if (lacking.length > 0) return `it needs Debian’s ${lacking.map((name) => libraries[name]).join(' and ')}`;
  const { status, stderr } = cargo('generate-lockfile');
  if (status !== 0) return `cargo’s registry is out of reach (${stderr.trim().split('\n').at(-1)?.trim()})`;
  return undefined;
};

const copyCrate = (): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['Cargo.toml', 'src'])
    cpSync(join(import.meta.dirname, name), join(folder, name), {
      recursive: true,
      preserveTimestamps: true,
    });
};

/** Builds with cargo and returns the program's path. */
const build = (name: string): string => {
  const lock = join(folder, 'Cargo.lock');
  writeFileSync(lock, completeLock(readFileSync(lock, 'utf8')));
  const words = ['--locked', '--features', name, '--bin', name, '--message-format', 'json'];
  const { status, stdout, stderr } = cargo('build', ...words);
  const [, path] = /"executable":("[^"]+")/.exec(stdout) ?? [];
  if (status !== 0 || path === undefined) throw new Error(`${name} could not be built:\n${stderr}`);
  return JSON.parse(path) as string;
};

/** A program of this crate, and the crate that it tests. */
export interface ProgramSpec {
  name: string;
  client: string;
  /** The linked libraries by pkg-config name, with their Debian packages. */
  libraries?: Readonly<Record<string, string>>;
}

/** Builds it if possible. */
export const buildClient = ({
  name,
  client,
  libraries = {},
}: ProgramSpec): { tried: Tried; program: string } => {
  copyCrate();
  const missing = reasonNotToBuild(libraries);
  const tried = { client: `${client} (crate)`, version: lockedVersion(client), missing };
  return { tried, program: missing === undefined ? build(name) : '' };
};

/** Opens resources only if the scenarios will run: an unused server would keep the test file open forever. */
export const openFor = async <T>({ missing }: Tried, open: () => Promise<T>): Promise<T> =>
  missing === undefined ? open() : ({} as T);
