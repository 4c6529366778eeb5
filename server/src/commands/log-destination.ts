import { type LogOutput, openLogOutput } from './log-output.ts';

/*
 * A full disk, a closed pipe or a stalled reader must never stop the server: log lines wait in a bounded buffer,
 * further ones are dropped and counted, and writes are retried. One write is in flight at a time.
 */

export interface LogDestination {
  write(line: string): void;
  /** How many lines were dropped since the start. */
  dropped(): number;
}

/** About 1,000 request lines. */
const defaultBufferLength = 256 * 1024;
const [shortestRetryMs, longestRetryMs] = [10, 1000];

const renderNote = (dropped: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped, msg: 'log lines dropped' })}\n`;

export const createLogDestination = ({
  output = openLogOutput(),
  bufferLength = defaultBufferLength,
}: {
  output?: LogOutput;
  bufferLength?: number;
} = {}): LogDestination => {
  let queue: string[] = [];
  let queuedLength = 0;
  /** The unwritten rest of the current chunk. */
  let chunk: Buffer | undefined;
  let isInFlight = false;
  let isWaiting = false;
  let retryMs = shortestRetryMs;
  let dropped = 0;
  let unreported = 0;

  const takeChunk = (): Buffer | undefined => {
    if (queue.length === 0) return undefined;
    let count = 1;
    let length = queue[0]?.length ?? 0;
    while (count < queue.length && length + (queue[count]?.length ?? 0) <= output.chunkLength)
      length += queue[count++]?.length ?? 0;
    queuedLength -= length;
    if (count === queue.length) {
      const all = queue;
      queue = [];
      return Buffer.from(all.join(''));
    }
    return Buffer.from(queue.splice(0, count).join(''));
  };

  const writeNext = (): void => {
    chunk ??= takeChunk();
    if (chunk === undefined) return;
    isInFlight = true;
    output.write(chunk, settle);
  };

  /** A full pipe (EAGAIN) is retried like a full disk: neither signals when it is writable again. */
  const settle = (error: Error | null, written: number): void => {
    isInFlight = false;
    if (error === null && chunk !== undefined) {
      retryMs = shortestRetryMs;
      chunk = written < chunk.length ? chunk.subarray(written) : undefined;
      writeNext();
      return;
    }
    isWaiting = true;
    setTimeout(retry, retryMs).unref();
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  };

  const retry = (): void => {
    isWaiting = false;
    writeNext();
  };

  const push = (line: string): void => {
    queue.push(line);
    queuedLength += line.length;
  };

  /** Writes the last lines synchronously as far as possible: the event loop has ended. */
  const flush = (): void => {
    // The thread finishes the write in flight before the process ends.
    if (isInFlight) chunk = undefined;
    try {
      for (chunk ??= takeChunk(); chunk !== undefined; chunk ??= takeChunk()) {
        const written = output.writeNow(chunk);
        chunk = written < chunk.length ? chunk.subarray(written) : undefined;
      }
    } catch {
      // There is no other place to report this.
    }
  };
  process.once('exit', flush);

  return {
    write: (line) => {
      if (queuedLength > 0 && queuedLength + line.length > bufferLength) {
        dropped += 1;
        unreported += 1;
        return;
      }
      if (unreported > 0) {
        push(renderNote(unreported));
        unreported = 0;
      }
      push(line);
      if (!isInFlight && !isWaiting) writeNext();
    },
    dropped: () => dropped,
  };
};
