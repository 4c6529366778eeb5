import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, spawnProgram } from '../../lab/program.ts';

/** No program needs so long for what the scenarios ask of it; one that does is stuck. */
const patienceMs = 180_000;

const finish = async (program: Program): Promise<number | null> => {
  const killer = setTimeout(() => program.process.kill('SIGKILL'), patienceMs);
  const code = await program.ended;
  clearTimeout(killer);
  return code;
};

/** Where the programs are, and a folder that they may write to. */
export interface MonoFolders {
  mono: string;
  sevenZip: string;
  home: string;
}

/**
 * Squirrel packs with a 7-Zip for Windows, which it starts by `wine`: Debian's 7-Zip stands in. What else it would start
 * so makes Setup.exe, for people.
 */
const standIn = (sevenZip: string): string => `#!/bin/sh
program=$1
shift
case "$program" in *7z*) exec '${join(sevenZip, 'usr/bin/7zz')}' "$@" ;; esac
`;

/** Debian's Mono, out of the folder that it was unpacked into. */
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

  /** Runs a program of .NET to its end, through a proxy if one is named. */
  const start = async (args: readonly string[], options: { cwd?: string; proxy?: string } = {}) => {
    const { cwd = home, proxy } = options;
    const program = spawnProgram({
      command: join(usr, 'bin/mono-sgen'),
      args,
      cwd,
      env: { ...env, http_proxy: proxy },
    });
    return { code: await finish(program), stdout: program.printed.stdout, log: program.log() };
  };

  /** Runs one that must succeed. */
  const run = async (args: readonly string[], cwd = home): Promise<void> => {
    const { code, log } = await start(args, { cwd });
    assert.equal(code, 0, log);
  };

  /** Makes a program of a file in C#. */
  const compile = (source: string, program: string): Promise<void> =>
    run([join(usr, 'lib/mono/4.5/mcs.exe'), `-out:${program}`, source]);

  return { start, run, compile };
};
export type Mono = Awaited<ReturnType<typeof createMono>>;
