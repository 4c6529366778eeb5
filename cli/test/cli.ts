import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/build.ts';
import { openTerminal } from './pseudo-terminal.ts';
import { adminKey } from './service.ts';

/* Runs the built package in a separate process. */

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The objects printed with --json. */
  objects: Record<string, unknown>[];
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string;
  /** The Node.js to use; defaults to this process's own. */
  node?: string;
  /** Receives output as it is written; may kill the process. */
  watch?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

const parseObjects = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Builds the CLI into a temporary folder; `run` and `open` start it. */
export const installCli = async (url: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-cli-built-'));
  await build(join(folder, 'package'));
  const bin = join(folder, 'package', 'slipway.js');
  const environment = (env: RunOptions['env'] = {}) => {
    const all: Record<string, string | undefined> = {
      PATH: process.env.PATH,
      HOME: folder,
      TERM: 'xterm-256color',
      SLIPWAY_URL: url,
      SLIPWAY_KEY: adminKey,
      ...env,
    };
    return Object.fromEntries(
      Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
  };

  const run = (words: string[], options: RunOptions = {}): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(options.node ?? process.execPath, [bin, ...words], {
        cwd: options.cwd ?? folder,
        env: environment(options.env),
        stdio: 'pipe',
      });
      const written = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (text: string) => {
          written[name] += text;
          options.watch?.(text, (signal) => child.kill(signal));
        });
      }
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...written, objects: parseObjects(written.stdout) }));
      child.stdin.end(options.input ?? '');
    });

  const open = (words: string[], options: RunOptions = {}) =>
    openTerminal(options.node ?? process.execPath, [bin, ...words], {
      cwd: options.cwd ?? folder,
      env: environment(options.env),
    });

  return { run, open, folder, bin, remove: () => rm(folder, { recursive: true, force: true }) };
};
export type Cli = Awaited<ReturnType<typeof installCli>>;
