import { fstatSync, write, writeSync } from 'node:fs';
import { setNonBlocking } from '../node/non-blocking-output.ts';

/** Writes log bytes without blocking the event loop. */
export interface LogOutput {
  /** The size of one write. */
  chunkLength: number;
  write(chunk: Buffer, settle: (error: Error | null, written: number) => void): void;
  /** A synchronous write for the exit handler; throws on failure. */
  writeNow(chunk: Buffer): number;
}

/** A file is written on the thread pool: a slow disk would block the event loop. */
const createFileOutput = (fd: number): LogOutput => ({
  chunkLength: 64 * 1024,
  write: (chunk, settle) => write(fd, chunk, settle),
  writeNow: (chunk) => writeSync(fd, chunk),
});

/**
 * A full pipe or socket fails with EAGAIN while it is non-blocking. The thread pool does not work here: a thread that
 * hangs in a blocking write keeps the process from exiting.
 */
const createPipeOutput = (fd: number): LogOutput => {
  const writeNow = (chunk: Buffer): number => {
    setNonBlocking(process.stdout);
    return writeSync(fd, chunk);
  };
  return {
    // Up to this size a write to a pipe is atomic (PIPE_BUF), so lines of several workers never mix.
    chunkLength: 4096,
    writeNow,
    write: (chunk, settle) => {
      let written: number;
      try {
        written = writeNow(chunk);
      } catch (error) {
        settle(error as Error, 0);
        return;
      }
      settle(null, written);
    },
  };
};

export const openLogOutput = (): LogOutput => {
  const stats = fstatSync(1);
  return stats.isFIFO() || stats.isSocket() ? createPipeOutput(1) : createFileOutput(1);
};
