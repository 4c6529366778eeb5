import process from 'node:process';
import { type ExitCode, exitCodes } from './errors/failure.ts';
import { run } from './run.ts';

/** Runs the command with this process's signals and streams, and returns the exit code. */
export const runAsProcess = (argv: string[]): Promise<ExitCode> => {
  const interrupted = new AbortController();
  process.on('SIGINT', () => {
    // The second Ctrl-C exits immediately.
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
    interrupted.abort();
  });
  process.on('SIGTERM', () => interrupted.abort());
  // The reader may close the pipe early: `slipway releases list | head -1` is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    process.stderr.write(`error: Can’t write to standard output: ${error.message}.\n`);
    process.exit(exitCodes.failed);
  });
  // Nothing can be reported without stderr.
  process.stderr.on('error', () => process.exit(exitCodes.failed));

  // A pseudo-terminal without a size has no columns, and prompts would be one letter wide.
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.isTTY && !stream.columns) stream.columns = 80;
  }

  return run({
    argv,
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    interrupted: interrupted.signal,
  });
};
