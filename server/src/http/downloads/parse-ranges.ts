import { bounds } from '../../domain/model/bounds.ts';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';

/** The whole file, ascending ranges, or 'unsatisfiable' (416) if all are outside the file. */
export type RequestedRanges = readonly ByteRange[] | 'whole' | 'unsatisfiable';

const unit = /^[ \t]*bytes=/i;
const shape = /^[ \t]*(\d*)-(\d*)[ \t]*$/;
const blank = /^[ \t]*$/;

/** Compares digits if the numbers exceed the safe integer range. */
const isBackwards = (first: string, last: string): boolean => {
  const from = Number(first);
  if (from <= Number.MAX_SAFE_INTEGER) return Number(last) < from;
  const [a, b] = [first.replace(/^0+/, ''), last.replace(/^0+/, '')];
  return b.length === a.length ? b < a : b.length < a.length;
};

/** RFC 9110 §14.1.2: one range, clamped to the file; undefined if it is outside. */
const parseOne = (text: string, sizeBytes: number): ByteRange | 'not-understood' | undefined => {
  const [, first = '', last = ''] = shape.exec(text) ?? [];
  if (first === '') {
    if (last === '') return 'not-understood';
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? undefined : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  if (last !== '' && isBackwards(first, last)) return 'not-understood';
  const start = Number(first);
  if (start >= sizeBytes) return undefined;
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
};

/**
 * RFC 9110 §14.2. Several ranges must ascend without overlap, so that no response exceeds the file and its framing.
 * Ranges outside the file are skipped. Any other header, also one with too many ranges, is ignored, as the RFC allows:
 * the response is the whole file.
 */
export const parseRanges = (header: string | undefined, sizeBytes: number): RequestedRanges => {
  const prefix = header === undefined ? null : unit.exec(header);
  if (header === undefined || prefix === null) return 'whole';
  const texts = header.slice(prefix[0].length).split(',', bounds.ranges + 1);
  if (texts.length > bounds.ranges) return 'whole';
  const ranges: ByteRange[] = [];
  let isAsked = false;
  let end = -1;
  for (const text of texts) {
    // §5.6.1.2: skip empty list elements.
    if (blank.test(text)) continue;
    isAsked = true;
    const range = parseOne(text, sizeBytes);
    if (range === undefined) continue;
    if (range === 'not-understood' || range.start <= end) return 'whole';
    ranges.push(range);
    end = range.end;
  }
  if (!isAsked) return 'whole';
  return ranges.length === 0 ? 'unsatisfiable' : ranges;
};
