import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../lab/program.ts';

/*
 * Each run of a client is a process of its own: what a client leaves open or redefines goes with it, and one that waits
 * for ever is ended. A driver is a program that reads what it is asked for as JSON (`asked.ts`) and prints what came of
 * it as its last line, JSON too.
 */

/** No client needs so long for what the scenarios ask of it; one that does is stuck. */
const patienceMs = 120_000;

export interface DriverOptions {
  /** All of its environment. */
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
}

/** Runs a driver to its end and answers what it printed last; throws with its log where it failed. */
export const runDriver = async <T>(driver: URL, asked: object, options: DriverOptions = {}): Promise<T> => {
  const { env = {}, nodeArgs = [] } = options;
  const program = spawnProgram({
    command: process.execPath,
    args: [...nodeArgs, fileURLToPath(driver), JSON.stringify(asked)],
    env,
  });
  const killer = setTimeout(() => program.process.kill('SIGKILL'), patienceMs);
  const code = await program.ended;
  clearTimeout(killer);
  const last = program.printed.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0) throw new Error(`${driver.pathname} ended with ${code}:\n${program.log()}`);
  return JSON.parse(last) as T;
};
