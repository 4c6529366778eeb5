import { planSpans } from '../../domain/delivery/ranges.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { SpanReader } from './span-reader.ts';

/* Reads several ranges. Every span is a request to the store, so nearby ranges are merged into one span. */

/** A request costs as much as 256 KiB: about 25 ms of latency, 1 ms of CPU time, and the store's fee. */
export const spanLimits = { nearBytes: 256 * 1024, maxSpans: bounds.rangeRequests };

const stepBytes = 64 * 1024;

type Next = SpanReader['next'];

/** Tracks the object offset of each chunk of the spans. */
const createPositionTracker = (spans: readonly ByteRange[]) => {
  let index = 0;
  let position = spans[0]?.start ?? 0;
  return (pieceBytes: number): number => {
    if (position > (spans[index]?.end ?? 0)) {
      index += 1;
      position = spans[index]?.start ?? position;
    }
    const place = position;
    position += pieceBytes;
    return place;
  };
};

/** Extracts the ranges from the bytes of the spans. */
const dropGaps = (next: Next, ranges: readonly ByteRange[], spans: readonly ByteRange[]): Next => {
  const placeOf = createPositionTracker(spans);
  let index = 0;
  /** Bytes read but not yet returned, and their offset. */
  let rest: Uint8Array = new Uint8Array(0);
  let position = 0;

  const pass = (bytes: number): Uint8Array => {
    const passed = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    position += bytes;
    return passed;
  };

  return async (maxBytes) => {
    const range = ranges[index];
    if (range === undefined) return undefined;
    while (rest.length === 0 || position + rest.length <= range.start) {
      // Reads in large steps even for small requests, to skip gaps quickly.
      const piece = await next(Math.max(maxBytes, stepBytes));
      if (piece === undefined) throw new Error('the spans ended before the ranges');
      rest = piece;
      position = placeOf(piece.length);
    }
    pass(Math.max(0, range.start - position));
    const piece = pass(Math.min(maxBytes, rest.length, range.end + 1 - position));
    if (position > range.end) index += 1;
    return piece;
  };
};

const createFill = (next: Next): BlobReader['fill'] => {
  const fillOne = async (target: Uint8Array): Promise<void> => {
    for (let at = 0; at < target.length; ) {
      const piece = await next(target.length - at);
      if (piece === undefined) throw new Error('there are no more bytes');
      target.set(piece, at);
      at += piece.length;
    }
  };
  return async (pieces) => {
    for (const piece of pieces) await fillOne(piece);
  };
};

/** Reads ranges; `open` reads the spans that it receives. */
export const createRangesReader = async (
  ranges: readonly ByteRange[],
  open: (spans: readonly ByteRange[]) => Promise<SpanReader>,
): Promise<BlobReader> => {
  const spans = planSpans(ranges, spanLimits) ?? ranges;
  const { next: nextOfSpans, close } = await open(spans);
  const next = ranges.length === 1 ? nextOfSpans : dropGaps(nextOfSpans, ranges, spans);
  return { next, fill: createFill(next), close };
};
