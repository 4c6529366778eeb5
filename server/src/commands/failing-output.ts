/*
 * Output that cannot be written (a full disk, a reader that is gone) raises an error that ends the process unless
 * someone listens. Listening also opens standard output, which makes a pipe non-blocking: a stalled reader then costs
 * EAGAIN instead of a hung thread.
 */

/** Keeps the process alive when its output fails. A command whose output is lost on a full disk exits with 1. */
export const tolerateOutputErrors = (): void => {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Who closes the pipe has read enough.
    if (error.code === 'EPIPE' || process.exitCode === 1) return;
    process.exitCode = 1;
    process.stderr.write(`Standard output cannot be written: ${error.message}.\n`);
  });
};
