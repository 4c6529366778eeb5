import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { parseRanges, type RequestedRanges } from '../../../src/http/downloads/parse-ranges.ts';

/** A naive reference parser that follows the RFC, with integers of any size. */
const parsePlainly = (header: string, size: number): RequestedRanges => {
  const [, set] = /^[ \t]*bytes=(.*)$/i.exec(header) ?? [];
  const elements = (set ?? '').split(',').map((text) => text.replaceAll(/^[ \t]+|[ \t]+$/g, ''));
  const specs = elements.filter((text) => text !== '');
  if (specs.length === 0) return 'whole';
  const ranges: { start: number; end: number }[] = [];
  for (const text of specs) {
    const [, first, last, suffix] = /^(?:(\d+)-(\d*)|-(\d+))$/.exec(text) ?? [];
    if (first === undefined && suffix === undefined) return 'whole';
    if (first !== undefined && last !== '' && BigInt(last ?? 0) < BigInt(first)) return 'whole';
    const n = BigInt(size);
    const start = BigInt(first ?? (BigInt(suffix ?? 0) > n ? 0n : n - BigInt(suffix ?? 0)));
    const end = last === undefined || last === '' || BigInt(last) >= n ? n - 1n : BigInt(last);
    if (start < n) ranges.push({ start: Number(start), end: Number(end) });
  }
  if (ranges.length === 0) return 'unsatisfiable';
  return ranges.every(({ start }, index) => start > (ranges[index - 1]?.end ?? -1)) ? ranges : 'whole';
};

const range = (start: number, end: number) => ({ start, end });

describe('ranges', () => {
  test('each header means what RFC 9110 says', () => {
    const rows: [string | undefined, RequestedRanges][] = [
      [undefined, 'whole'],
      ['bytes=0-999', [range(0, 999)]],
      ['bytes=0-0', [range(0, 0)]],
      ['bytes=999-', [range(999, 999)]],
      ['bytes=500-5000', [range(500, 999)]],
      ['bytes=-1', [range(999, 999)]],
      ['bytes=-5000', [range(0, 999)]],
      ['BYTES=1-2', [range(1, 2)]],
      ['bytes=1000-', 'unsatisfiable'],
      ['bytes=1000-2000', 'unsatisfiable'],
      ['bytes=-0', 'unsatisfiable'],
      ['bytes=2-1', 'whole'],
      ['bytes=', 'whole'],
      ['bytes=-', 'whole'],
      ['bytes 0-1', 'whole'],
      ['lines=0-1', 'whole'],
      ['bytes=a-', 'whole'],
      // White space separates numbers.
      ['bytes=1 0-20', 'whole'],
      ['bytes=10-2 0', 'whole'],
      ['bytes=10 -20', 'whole'],
      ['bytes=10- 20', 'whole'],
      ['by tes=10-20', 'whole'],
      [' bytes= 10-20 ', [range(10, 20)]],
      // Several: in request order, cut to the file, without those outside.
      ['bytes=0-1,3-4', [range(0, 1), range(3, 4)]],
      ['bytes=0-1 ,\t3-4', [range(0, 1), range(3, 4)]],
      ['bytes=0-1,2-3', [range(0, 1), range(2, 3)]],
      ['bytes=0-0,-1', [range(0, 0), range(999, 999)]],
      ['bytes=0-0,990-1500', [range(0, 0), range(990, 999)]],
      ['bytes=0-0,2000-3000,5-', [range(0, 0), range(5, 999)]],
      ['bytes=5-6,2000-', [range(5, 6)]],
      ['bytes=2000-,3000-', 'unsatisfiable'],
      ['bytes=,0-1,,', [range(0, 1)]],
      ['bytes=,', 'whole'],
      // Overlapping, descending, repeated or invalid ranges: the whole file.
      ['bytes=0-5,5-6', 'whole'],
      ['bytes=3-4,0-1', 'whole'],
      ['bytes=0-1,0-1', 'whole'],
      ['bytes=-1,0-1', 'whole'],
      ['bytes=0-,5-6', 'whole'],
      ['bytes=0-1,x', 'whole'],
      ['bytes=0-1,5-4', 'whole'],
      ['bytes=0-1, bytes=3-4', 'whole'],
    ];
    for (const [header, expected] of rows) assert.deepEqual(parseRanges(header, 1000), expected, header);
  });

  test('as many as the bound are accepted; with one more the whole file is sent', () => {
    const rising = (count: number) =>
      `bytes=${Array.from({ length: count }, (_, index) => `${2 * index}-${2 * index}`).join(',')}`;
    assert.equal(parseRanges(rising(bounds.ranges), 10_000).length, bounds.ranges);
    assert.equal(parseRanges(rising(bounds.ranges + 1), 10_000), 'whole');
    assert.equal(parseRanges(`bytes=0-1${','.repeat(bounds.ranges)}`, 10_000), 'whole', 'empty ones count');
  });

  test('a naive reference parser agrees on random headers', () => {
    const position = fc.oneof(
      fc.nat(40).map(String),
      fc.nat(40).map((value) => `00${value}`),
      fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
      fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
      fc.constant(''),
    );
    const one = fc.tuple(position, fc.constantFrom('-', '-', '-', '-', '', '--', ' -'), position);
    const rising = fc
      .uniqueArray(fc.nat(60), { minLength: 2, maxLength: 8 })
      .map((values) => values.toSorted((a, b) => a - b))
      .map((values) => values.map((value) => `${value}-${value + (value % 3)}`));
    const elements = fc.oneof(
      fc.array(
        one.map((parts) => parts.join('')),
        { maxLength: 5 },
      ),
      rising,
      fc.array(fc.string({ unit: fc.constantFrom(...'0123456789-, \tx=') }), { maxLength: 3 }),
    );
    const header = fc
      .tuple(
        fc.constantFrom('bytes=', 'Bytes=', ' bytes=', 'bytes', 'items='),
        elements,
        fc.constantFrom(',', ', ', ' ,', ',,'),
      )
      .map(([unit, texts, comma]) => `${unit}${texts.join(comma)}`);
    const size = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(Number.MAX_SAFE_INTEGER));
    fc.assert(
      fc.property(header, size, (text, sizeBytes) => {
        assert.deepEqual(parseRanges(text, sizeBytes), parsePlainly(text, sizeBytes));
      }),
      { numRuns: 20_000 },
    );
  });
});
