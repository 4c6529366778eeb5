import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { BodyReader } from './body-reader.ts';
import { artifactDamaged, isArtifactDamaged, storageUnavailable } from './errors.ts';

/** Requests a range and resolves with the body when the response is the expected one. */
export type FetchRange = (range: ByteRange) => Promise<BodyReader>;

export interface SpanReaderOptions {
  /** Creates a checker per span that sees its chunks first; false fails the reader. */
  checkerOf?: ((span: ByteRange) => (piece: Uint8Array) => boolean) | undefined;
}

/** A chunk stays valid if its fetch allocates memory, otherwise until the next call. */
export type SpanReader = Pick<BlobReader, 'next' | 'close'>;

const maxAttemptsWithoutProgress = 4;
const firstPauseMs = 50;

/**
 * Reads spans sequentially. If a response is cut off or stalls, the next request resumes at the missing byte. The
 * reader ends only when every byte was returned.
 */
export const createSpanReader = async (
  fetch: FetchRange,
  spans: readonly ByteRange[],
  { checkerOf = () => () => true }: SpanReaderOptions = {},
): Promise<SpanReader> => {
  let index = 0;
  let span = spans[0] as ByteRange;
  let position = span.start;
  let isRight = checkerOf(span);
  let pull: BodyReader | undefined = await fetch(span);
  let rest: Buffer | undefined;
  let failures = 0;
  let closed = false;

  const take = async (): Promise<Buffer> => {
    if (closed) throw new Error('the reader is closed');
    if (pull === undefined) {
      pull = await fetch({ start: position, end: span.end });
      if (closed) pull.end(false);
    }
    const chunk = await pull.next();
    if (chunk === undefined) throw new Error('the storage broke off');
    return chunk;
  };

  /** Waits before the next retry, or throws when retries are exhausted. */
  const pauseOrGiveUp = async (error: unknown): Promise<void> => {
    pull?.end(false);
    pull = undefined;
    failures += 1;
    if (closed || isArtifactDamaged(error)) throw error;
    if (failures === maxAttemptsWithoutProgress) throw storageUnavailable(error);
    await sleep(firstPauseMs * 2 ** failures);
  };

  const nextChunk = async (): Promise<Buffer> => {
    for (;;) {
      try {
        return await take();
      } catch (error) {
        await pauseOrGiveUp(error);
      }
    }
  };

  /** The next span is requested only when its bytes are needed. */
  const finishSpan = (): void => {
    pull?.end(true);
    pull = undefined;
    index += 1;
    const next = spans[index];
    if (next === undefined) return;
    span = next;
    position = span.start;
    isRight = checkerOf(span);
  };

  return {
    next: async (maxBytes) => {
      if (closed) throw new Error('the reader is closed');
      if (index === spans.length) return undefined;
      const chunk = rest ?? (await nextChunk());
      failures = 0;
      const piece = chunk.length > maxBytes ? chunk.subarray(0, maxBytes) : chunk;
      rest = chunk.length > maxBytes ? chunk.subarray(maxBytes) : undefined;
      position += piece.length;
      if (position > span.end + 1)
        throw storageUnavailable(new Error('more bytes arrived than were asked for'));
      if (!isRight(piece)) throw artifactDamaged();
      if (position > span.end) finishSpan();
      return piece;
    },
    close: async () => {
      closed = true;
      pull?.end(false);
      pull = undefined;
    },
  };
};
