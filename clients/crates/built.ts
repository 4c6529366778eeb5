import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../lab/repository.ts';
import type { Tried } from '../scenario.ts';
import { completeLock, lockedVersion } from './lock.ts';

/*
 * Builds a program of this crate, beside node_modules, with exactly the locked versions. What is not at hand (cargo, the
 * registry, a library of the system) is a reason that stands in the table; a program that does not compile is a failure.
 */

const folder = join(repository, 'node_modules/.cache/slipway-clients/crates');

const cargo = (...words: string[]) => {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return spawnSync('cargo', words, options);
};

/** Why it cannot be built here. */
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

/** The path of the program that cargo has built. */
const build = (name: string): string => {
  const lock = join(folder, 'Cargo.lock');
  writeFileSync(lock, completeLock(readFileSync(lock, 'utf8')));
  const words = ['--locked', '--features', name, '--bin', name, '--message-format', 'json'];
  const { status, stdout, stderr } = cargo('build', ...words);
  const [, path] = /"executable":("[^"]+")/.exec(stdout) ?? [];
  if (status !== 0 || path === undefined) throw new Error(`${name} could not be built:\n${stderr}`);
  return JSON.parse(path) as string;
};

/** A program of this crate, and the crate that it tries. */
export interface Wanted {
  name: string;
  client: string;
  /** What it links, as pkg-config calls it, and in which package Debian has it. */
  libraries?: Readonly<Record<string, string>>;
}

/** Builds it where that can be done. */
export const buildClient = ({ name, client, libraries = {} }: Wanted): { tried: Tried; program: string } => {
  copyCrate();
  const missing = reasonNotToBuild(libraries);
  const tried = { client: `${client} (crate)`, version: lockedVersion(client), missing };
  return { tried, program: missing === undefined ? build(name) : '' };
};

/** What scenarios need, where they will run: a service that no test uses would keep the file of tests open for ever. */
export const openFor = async <T>({ missing }: Tried, open: () => Promise<T>): Promise<T> =>
  missing === undefined ? open() : ({} as T);
