import process from 'node:process';
import { type ExitCode, exitCodes } from './errors/failure.ts';
import { run } from './run.ts';

/** Runs what the words say as this process: its signals, its streams. Tells the code to end with. */
export const runHere = (words: string[]): Promise<ExitCode> => {
  const interrupted = new AbortController();
  process.on('SIGINT', () => {
    // The second Ctrl-C does not wait for anything to end well.
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
    interrupted.abort();
  });
  process.on('SIGTERM', () => interrupted.abort());
  // Whoever reads us may have enough: `slipway releases list | head -1` is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    process.stderr.write(`error: The standard output cannot be written: ${error.message}.\n`);
    process.exit(exitCodes.failed);
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => process.exit(exitCodes.failed));

  // A pseudo-terminal that nobody gave a size has no columns: prompts would then be one letter wide.
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.isTTY && !stream.columns) stream.columns = 80;
  }

  return run({
    words,
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    interrupted: interrupted.signal,
  });
};
