import { bounds } from '../model/bounds.ts';
import type { ByteRange, StoredBytes } from '../ports/stored-bytes.ts';

/*
 * Plans how to read several ranges from a storage. Each read costs an S3 request or a system call, so nearby ranges
 * merge into one span and the gap is discarded. If there are too many spans the smallest gaps are merged too; if that
 * would discard too much, the largest gaps stay open.
 */

type Reading = Pick<StoredBytes, 'nearBytes' | 'maxSpans'>;

const gapsOf = (ranges: readonly ByteRange[]): Float64Array => {
  const gaps = new Float64Array(Math.max(0, ranges.length - 1));
  for (let index = 0; index < gaps.length; index++)
    gaps[index] = (ranges[index + 1] as ByteRange).start - (ranges[index] as ByteRange).end - 1;
  return gaps;
};

/** How many gaps to merge, smallest first; undefined if no number satisfies both limits. */
const countClosed = (rising: Float64Array, { nearBytes, maxSpans }: Reading): number | undefined => {
  const needed = Math.max(0, rising.length + 1 - maxSpans);
  let closed = 0;
  let skippedBytes = 0;
  for (const gap of rising) {
    const isWanted = gap <= nearBytes || closed < needed;
    if (!isWanted || skippedBytes + gap > bounds.skippedBytes) break;
    skippedBytes += gap;
    closed += 1;
  }
  return closed < needed ? undefined : closed;
};

/** Expects ascending ranges; undefined if reading them would exceed the limits. */
export const planSpans = (ranges: readonly ByteRange[], reading: Reading): ByteRange[] | undefined => {
  const gaps = gapsOf(ranges);
  const rising = gaps.toSorted();
  const closed = countClosed(rising, reading);
  if (closed === undefined) return undefined;
  const largest = closed === 0 ? -1 : (rising[closed - 1] as number);
  let equals = closed - rising.indexOf(largest);
  const spans: ByteRange[] = [];
  for (const [index, { start, end }] of ranges.entries()) {
    const gap = index === 0 ? Number.POSITIVE_INFINITY : (gaps[index - 1] as number);
    // More gaps may have this size than are to be merged.
    if (gap === largest) equals -= 1;
    const isClosed = gap < largest || (gap === largest && equals >= 0);
    if (isClosed) (spans.at(-1) as ByteRange).end = end;
    else spans.push({ start, end });
  }
  return spans;
};
