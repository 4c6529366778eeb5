import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import { artifactDamaged, isArtifactDamaged, storageUnavailable } from './faults.ts';
import type { BodyReader } from './pulling.ts';

/** Asks for the bytes of a range and resolves with the body when the answer is the one that was asked for. */
export type FetchRange = (range: ByteRange) => Promise<BodyReader>;

export interface SpanReaderOptions {
  /** Makes, for each span, what sees its pieces before they are handed out; false breaks the reader. */
  checkerOf?: ((span: ByteRange) => (piece: Uint8Array) => boolean) | undefined;
}

/** Reads spans; a piece stays valid where its fetch gives memory of its own, else until the next call. */
export type SpanReader = Pick<BlobReader, 'next' | 'close'>;

const maxAttemptsWithoutProgress = 4;
const firstPauseMs = 50;

/**
 * Reads spans, one after the other. Each may arrive in several answers: where one breaks off or falls silent, the next is
 * asked for from the byte that is missing. It ends only when every byte was handed out.
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

  /** Lets the next try begin after a pause, or throws when there is none to be made. */
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

  /** The answer has been read to its end; the next span is asked for when someone wants its bytes. */
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
