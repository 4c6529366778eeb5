import { bounds } from '../model/bounds.ts';
import type { Blobs, ByteRange } from '../ports/blobs.ts';

/*
 * How several ranges are read from a storage. Each piece of reading has its price, a request to S3 or a call of the
 * file system, so ranges near each other are read as one span and what lies between is dropped. Where there would still
 * be too many spans the smallest gaps are closed too, and where too much would be dropped the largest are left open.
 */

type Reading = Pick<Blobs, 'nearBytes' | 'maxSpans'>;

const gapsOf = (ranges: readonly ByteRange[]): Float64Array => {
  const gaps = new Float64Array(Math.max(0, ranges.length - 1));
  for (let index = 0; index < gaps.length; index++)
    gaps[index] = (ranges[index + 1] as ByteRange).start - (ranges[index] as ByteRange).end - 1;
  return gaps;
};

/** How many of the gaps, smallest first, are closed; undefined where no number of them keeps to both bounds. */
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

/** The spans in which rising ranges are read; undefined where that would cost more than the bounds allow. */
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
    // Of gaps as large as the largest that is closed there may be more than are to be closed.
    if (gap === largest) equals -= 1;
    const isClosed = gap < largest || (gap === largest && equals >= 0);
    if (isClosed) (spans.at(-1) as ByteRange).end = end;
    else spans.push({ start, end });
  }
  return spans;
};
