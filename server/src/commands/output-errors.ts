/*
 * A failed write to standard output (a full disk, a closed pipe) raises an error that ends the process unless there is
 * a listener. Opening the stream also makes a pipe non-blocking: a stalled reader then causes EAGAIN instead of a hung
 * thread.
 */

/** Keeps the process alive when its output fails. A command whose output is lost on a full disk exits with 1. */
export const tolerateOutputErrors = (): void => {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe on purpose.
    if (error.code === 'EPIPE' || process.exitCode === 1) return;
    process.exitCode = 1;
    process.stderr.write(`Can’t write to standard output: ${error.message}.\n`);
  });
};
