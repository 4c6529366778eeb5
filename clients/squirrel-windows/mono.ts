import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, spawnProgram } from '../../lab/program.ts';

/** A program that takes longer is stuck. */
const timeoutMs = 180_000;

const finish = async (program: Program): Promise<number | null> => {
  const killer = setTimeout(() => program.process.kill('SIGKILL'), timeoutMs);
  const code = await program.exitCode;
  clearTimeout(killer);
  return code;
};

/** The folders of the programs, and a writable one. */
export interface MonoFolders {
  mono: string;
  sevenZip: string;
  home: string;
}

/**
 * Squirrel runs a Windows 7-Zip through `wine`: Debian's 7-Zip replaces it. Other programs that it would start only
 * build Setup.exe.
 */
const standIn = (sevenZip: string): string => `#!/bin/sh
program=$1
shift
case "$program" in *7z*) exec '${join(sevenZip, 'usr/bin/7zz')}' "$@" ;; esac
`;

/** Debian's Mono, run from its unpacked folder. */
export const createMono = async ({ mono, sevenZip, home }: MonoFolders) => {
  const usr = join(mono, 'usr');
  const bin = join(home, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'wine'), standIn(sevenZip));
  await chmod(join(bin, 'wine'), 0o755);
  const env = {
    HOME: home,
    TMPDIR: home,
    PATH: `${bin}:${process.env.PATH}`,
    MONO_GAC_PREFIX: usr,
    MONO_CFG_DIR: join(mono, 'etc'),
    MONO_PATH: join(usr, 'lib/mono/4.5'),
    LD_LIBRARY_PATH: join(usr, 'lib'),
  };

  /** Runs a .NET program, through a proxy if given. */
  const start = async (args: readonly string[], options: { cwd?: string; proxy?: string } = {}) => {
    const { cwd = home, proxy } = options;
    const program = spawnProgram({
      command: join(usr, 'bin/mono-sgen'),
      args,
      cwd,
      env: { ...env, http_proxy: proxy },
    });
    return { code: await finish(program), stdout: program.output.stdout, log: program.log() };
  };

  /** Runs one that must succeed. */
  const run = async (args: readonly string[], cwd = home): Promise<void> => {
    const { code, log } = await start(args, { cwd });
    assert.equal(code, 0, log);
  };

  /** Compiles a C# file into a program. */
  const compile = (source: string, program: string): Promise<void> =>
    run([join(usr, 'lib/mono/4.5/mcs.exe'), `-out:${program}`, source]);

  return { start, run, compile };
};
export type Mono = Awaited<ReturnType<typeof createMono>>;
