import { type ChildProcess, spawn } from 'node:child_process';
import { cleanUpAtExit } from './cleanup.ts';

/** A child process that never outlives this one. */
export interface Program {
  process: ChildProcess;
  pid: number;
  /** Its output so far. */
  output: { stdout: string; stderr: string };
  log(): string;
  /** Its exit code, null if a signal ended it. */
  exitCode: Promise<number | null>;
  /** Resolves with the match of the pattern in the log; rejects with the log if the process ends without it. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Terminates it and waits; kills it if it does not end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it like a power failure. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  command: string;
  args: readonly string[];
  cwd?: string;
  /** The complete environment. */
  env?: Record<string, string | undefined>;
}

/** A process that takes longer to start or end is stuck. */
const timeoutMs = 90_000;

/** Starts a process without waiting for it. */
export const spawnProgram = ({ command, args, ...where }: ProgramOptions): Program => {
  const child = spawn(command, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = cleanUpAtExit(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  let isOver = false;
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watch of watchers) watch();
  };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      notify();
    });
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      forget();
      isOver = true;
      resolve(code);
      notify();
    });
  });
  exitCode.catch(() => undefined);
  const log = (): string => output.stdout + output.stderr;

  const waitForOutput = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        watchers.delete(watch);
        end();
      };
      const giveUp = (why: string): void =>
        settle(() => reject(new Error(`${command} ${args.join(' ')} ${why} ${pattern}:\n${log()}`)));
      const timer = setTimeout(() => giveUp('did not say in time'), timeoutMs);
      const watch = (): void => {
        const found = pattern.exec(log());
        if (found !== null) settle(() => resolve(found));
        else if (isOver) giveUp(`ended with ${child.exitCode} and did not say`);
      };
      exitCode.catch((error) => settle(() => reject(error)));
      watchers.add(watch);
      watch();
    });

  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    const killer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    if (!isOver) child.kill(signal);
    const code = await exitCode;
    clearTimeout(killer);
    return code;
  };

  return {
    process: child,
    pid: child.pid ?? 0,
    output,
    log,
    exitCode,
    waitForOutput,
    stop,
    kill: async () => {
      await stop('SIGKILL');
    },
  };
};
