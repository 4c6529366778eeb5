import type { Readable } from 'node:stream';
import { onChunk } from '../../node/young-chunks.ts';

/** Takes chunks from an answer's body, one at a time. */
export interface Pull {
  /** The next chunk; undefined at the end. Throws when the body breaks off or stays silent for too long. */
  next(): Promise<Buffer | undefined>;
  /** Ends it: what is left of a body that was read to its end is let go, so that its connection serves another. */
  end(finished: boolean): void;
}

/**
 * Reads as the consumer asks, so that the store is slowed down to the client's pace, without the copies of a web
 * stream. The silence counts only while someone waits: a client that stalls does not break its own download.
 */
export const createPull = (body: Readable, silenceMs: number): Pull => {
  let failure: Error | undefined;
  let ended = false;
  let wake: (() => void) | undefined;

  const stir = () => wake?.();
  const finish = () => {
    ended = true;
    stir();
  };
  const fail = (error: Error) => {
    failure ??= error;
    stir();
  };
  body.on('readable', stir).on('end', finish).on('close', finish).on('error', fail);

  const silence = setTimeout(() => {
    if (wake !== undefined) fail(new Error(`the storage was silent for ${silenceMs} ms`));
  }, silenceMs);
  const somethingHappens = () =>
    new Promise<void>((resolve) => {
      silence.refresh();
      wake = () => {
        wake = undefined;
        resolve();
      };
    });

  return {
    next: async () => {
      for (;;) {
        const chunk: Buffer | null = failure === undefined ? body.read() : null;
        if (chunk !== null) {
          onChunk(chunk.length);
          return chunk;
        }
        if (failure !== undefined) throw failure;
        if (ended) return undefined;
        await somethingHappens();
      }
    },
    end: (finished) => {
      clearTimeout(silence);
      fail(new Error('closed'));
      if (!finished) body.destroy();
      body.removeListener('readable', stir);
      body.resume();
    },
  };
};
