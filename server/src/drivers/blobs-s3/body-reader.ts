import type { Readable } from 'node:stream';
import { minorGcAfterChunk } from '../../node/minor-gc.ts';
import { createSilenceTimer } from './silence-timer.ts';

/** Pulls chunks from a response body, one at a time. */
export interface BodyReader {
  /** The next chunk; undefined at the end. Throws when the body is cut off or idle for too long. */
  next(): Promise<Buffer | undefined>;
  /** Releases the body; after a complete read, its connection is reused. */
  end(finished: boolean): void;
}

/** Pulls on demand, so that backpressure reaches the store, without the copies of a web stream. */
export const createBodyReader = (body: Readable, silenceMs: number): BodyReader => {
  let failure: Error | undefined;
  let ended = false;

  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const { wait, wake, stop } = createSilenceTimer(silenceMs, fail);
  const finish = () => {
    ended = true;
    wake();
  };
  body.on('readable', wake).on('end', finish).on('close', finish).on('error', fail);

  return {
    next: async () => {
      for (;;) {
        const chunk: Buffer | null = failure === undefined ? body.read() : null;
        if (chunk !== null) {
          minorGcAfterChunk(chunk.length);
          return chunk;
        }
        if (failure !== undefined) throw failure;
        if (ended) return undefined;
        await wait();
      }
    },
    end: (finished) => {
      stop();
      fail(new Error('closed'));
      if (!finished) body.destroy();
      body.removeListener('readable', wake);
      body.resume();
    },
  };
};
