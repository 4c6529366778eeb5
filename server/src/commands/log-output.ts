import { fstatSync, write, writeSync } from 'node:fs';
import { setNonBlocking } from '../node/non-blocking-output.ts';

/** Takes bytes of the log without ever blocking the event loop. */
export interface LogOutput {
  /** How much to write at once. */
  chunkLength: number;
  write(chunk: Buffer, settle: (error: Error | null, written: number) => void): void;
  /** Writes at once, when there is no event loop any more; throws where that fails. */
  writeNow(chunk: Buffer): number;
}

/** A file is written by a thread of the pool: a slow disk would block the writer. */
const createFileOutput = (fd: number): LogOutput => ({
  chunkLength: 64 * 1024,
  write: (chunk, settle) => write(fd, chunk, settle),
  writeNow: (chunk) => writeSync(fd, chunk),
});

/**
 * A pipe or a socket without room refuses (EAGAIN) while it is non-blocking. A thread would not do here: one that hangs in a
 * blocking write keeps the process from ending.
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

/** Standard output as the log writes to it. */
export const openLogOutput = (): LogOutput => {
  const stats = fstatSync(1);
  return stats.isFIFO() || stats.isSocket() ? createPipeOutput(1) : createFileOutput(1);
};
