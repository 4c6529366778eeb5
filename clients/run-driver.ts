import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../lab/program.ts';

/*
 * Each client runs in its own process, so that leftovers and patches go with it, and a hung one can be killed. A driver
 * reads its input as JSON (`driver-io.ts`) and prints its outcome as JSON on the last line.
 */

/** A client that takes longer is stuck. */
const timeoutMs = 120_000;

export interface DriverOptions {
  /** The complete environment. */
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
}

/** Runs a driver and returns its last line; throws with its log on failure. */
export const runDriver = async <T>(driver: URL, input: object, options: DriverOptions = {}): Promise<T> => {
  const { env = {}, nodeArgs = [] } = options;
  const program = spawnProgram({
    command: process.execPath,
    args: [...nodeArgs, fileURLToPath(driver), JSON.stringify(input)],
    env,
  });
  const killer = setTimeout(() => program.process.kill('SIGKILL'), timeoutMs);
  const code = await program.exitCode;
  clearTimeout(killer);
  const last = program.output.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0) throw new Error(`${driver.pathname} ended with ${code}:\n${program.log()}`);
  return JSON.parse(last) as T;
};
