import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/* The operator's commands, run as an operator runs them: a process of its own, and an environment that is all given. */

/** The program itself. */
export const main = new URL('../../src/main.ts', import.meta.url).pathname;

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  /** Both, in that order. */
  text: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs `slipway-server` with these words; what it does not end by itself is ended after a minute. */
export const runServer = async (args: string[], { cwd, env = {} }: RunOptions = {}): Promise<Outcome> => {
  const run = promisify(execFile)(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    timeout: 60_000,
  });
  const { code, stdout, stderr } = await run.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number | null; stdout: string; stderr: string }) => ({
      ...error,
      code: error.code ?? -1,
    }),
  );
  return { code, stdout, stderr, text: stdout + stderr };
};

/** Says that a refusal is one line, for a person: no stack, no object. */
export const isOneSentence = (stderr: string): boolean => /^[^\n{}]+[.`?]\n$/.test(stderr);
