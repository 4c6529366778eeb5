import type { Readable } from 'node:stream';
import { minorGcAfterChunk } from '../../node/minor-gc.ts';
import { createSilenceTimer } from './waiting.ts';

/** Takes chunks from an answer's body, one at a time. */
export interface BodyReader {
  /** The next chunk; undefined at the end. Throws when the body breaks off or stays silent for too long. */
  next(): Promise<Buffer | undefined>;
  /** Ends it: what is left of a body that was read to its end is let go, so that its connection serves another. */
  end(finished: boolean): void;
}

/**
 * Reads as the consumer asks, so that the store is slowed down to the client's pace, without the copies of a web
 * stream.
 */
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
