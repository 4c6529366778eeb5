import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { planSpans } from '../../../src/domain/delivery/ranges.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { ByteRange } from '../../../src/domain/ports/stored-bytes.ts';

const MiB = 1024 * 1024;

/** Ranges with these lengths and preceding gaps. */
const laidOut = (pieces: readonly (readonly [gap: number, length: number])[]): ByteRange[] => {
  let at = 0;
  return pieces.map(([gap, length]) => {
    const start = at + gap;
    at = start + length;
    return { start, end: at - 1 };
  });
};

const evenly = (count: number, gap: number): ByteRange[] =>
  laidOut(Array.from({ length: count }, () => [gap, 1] as const));

const bytesOf = (ranges: readonly ByteRange[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end + 1 - start, 0);

/** The minimum of discarded bytes with at most this many spans. */
const fewestSkipped = (ranges: readonly ByteRange[], maxSpans: number): number =>
  ranges
    .slice(1)
    .map(({ start }, index) => start - (ranges[index]?.end ?? 0) - 1)
    .toSorted((a, b) => a - b)
    .slice(0, Math.max(0, ranges.length - maxSpans))
    .reduce((sum, gap) => sum + gap, 0);

describe('the spans in which ranges are read', () => {
  test('near ranges are one span, far ones are not', () => {
    const ranges = laidOut([
      [0, 10],
      [100, 10],
      [101, 10],
      [0, 10],
    ]);
    assert.deepEqual(planSpans(ranges, { nearBytes: 100, maxSpans: 10 }), [
      { start: 0, end: 119 },
      { start: 221, end: 240 },
    ]);
    assert.deepEqual(planSpans(ranges.slice(0, 1), { nearBytes: 100, maxSpans: 10 }), ranges.slice(0, 1));
  });

  test('where there would be too many, the smallest gaps are closed', () => {
    const ranges = laidOut([500, 30, 20, 400, 10].map((gap) => [gap, 5] as const));
    const spans = planSpans(ranges, { nearBytes: 0, maxSpans: 3 });
    // 500-504, 535-539, 560-564, 965-969, 980-984: gaps 10 and 20 are merged.
    assert.deepEqual(spans, [
      { start: 500, end: 504 },
      { start: 535, end: 564 },
      { start: 965, end: 984 },
    ]);
    const even = planSpans(evenly(10, 50), { nearBytes: 0, maxSpans: 8 }) ?? [];
    assert.deepEqual([even.length, bytesOf(even)], [8, 10 + 2 * 50], 'of equal gaps no more than needed');
  });

  test('a thousand single bytes of a large file are not read as the whole of it', () => {
    const s3 = { nearBytes: 256 * 1024, maxSpans: bounds.rangeRequests };
    assert.equal(planSpans(evenly(1000, 5 * MiB), s3), undefined);
    assert.equal(planSpans(evenly(1000, 255 * 1024), s3), undefined);
    assert.equal(planSpans(evenly(bounds.rangeRequests, 40 * MiB), s3)?.length, bounds.rangeRequests);
    // Files are read by position, so gaps cost nothing.
    const files = { nearBytes: 16 * 1024, maxSpans: bounds.ranges };
    assert.equal(planSpans(evenly(1000, 5 * MiB), files)?.length, 1000);
  });

  test('whatever is asked: every range lies in one span, both bounds hold, and only those refuse', () => {
    const gap = fc.oneof(fc.nat(10), fc.nat(1000), fc.constantFrom(0, 7, 7, 7), fc.nat(bounds.skippedBytes));
    const pieces = fc.array(fc.tuple(gap, fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 30 });
    const reading = fc.record({
      nearBytes: fc.constantFrom(0, 7, 500),
      maxSpans: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(pieces.map(laidOut), reading, (ranges, { nearBytes, maxSpans }) => {
        const spans = planSpans(ranges, { nearBytes, maxSpans });
        const fewest = fewestSkipped(ranges, maxSpans);
        if (spans === undefined) {
          assert.ok(fewest > bounds.skippedBytes);
          return;
        }
        assert.ok(spans.length <= maxSpans);
        const skipped = bytesOf(spans) - bytesOf(ranges);
        assert.ok(skipped <= bounds.skippedBytes && skipped >= fewest);
        for (const { start, end } of ranges)
          assert.equal(spans.filter((span) => span.start <= start && end <= span.end).length, 1);
        for (const [index, { start }] of spans.slice(1).entries()) {
          const between = start - (spans[index]?.end ?? 0) - 1;
          assert.ok(
            between > nearBytes || skipped + between > bounds.skippedBytes,
            'a near gap was left open',
          );
        }
      }),
      { numRuns: 5000 },
    );
  });
});
