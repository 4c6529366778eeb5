import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ifRangeHolds, matchesAny, parseRange } from '../../src/http/request/range.ts';

describe('ranges', () => {
  test('each header means what RFC 9110 says', () => {
    const size = 1000;
    const rows: [string | undefined, ReturnType<typeof parseRange>][] = [
      [undefined, 'whole'],
      ['bytes=0-999', { start: 0, end: 999 }],
      ['bytes=0-0', { start: 0, end: 0 }],
      ['bytes=999-', { start: 999, end: 999 }],
      ['bytes=500-5000', { start: 500, end: 999 }],
      ['bytes=-1', { start: 999, end: 999 }],
      ['bytes=-5000', { start: 0, end: 999 }],
      ['BYTES=1-2', { start: 1, end: 2 }],
      ['bytes=1000-', 'unsatisfiable'],
      ['bytes=1000-2000', 'unsatisfiable'],
      ['bytes=-0', 'unsatisfiable'],
      ['bytes=2-1', 'whole'],
      ['bytes=0-1,3-4', 'whole'],
      ['bytes=', 'whole'],
      ['bytes=-', 'whole'],
      ['bytes 0-1', 'whole'],
      ['lines=0-1', 'whole'],
      ['bytes=a-', 'whole'],
      // White space parts numbers: what it stands between is not joined.
      ['bytes=1 0-20', 'whole'],
      ['bytes=10-2 0', 'whole'],
      ['bytes=10 -20', 'whole'],
      ['bytes=10- 20', 'whole'],
      ['by tes=10-20', 'whole'],
      [' bytes= 10-20 ', { start: 10, end: 20 }],
    ];
    for (const [header, expected] of rows) assert.deepEqual(parseRange(header, size), expected, header);
  });

  test('whatever is asked, a range lies inside the file', () => {
    const header = fc.oneof(
      fc
        .tuple(fc.bigInt({ min: 0n, max: 2n ** 70n }), fc.bigInt({ min: 0n, max: 2n ** 70n }))
        .map(([a, b]) => `bytes=${a}-${b}`),
      fc.tuple(fc.nat(2000), fc.nat(2000)).map(([a, b]) => `bytes=${a}-${b}`),
      fc.nat(2000).map((a) => `bytes=-${a}`),
      fc.nat(2000).map((a) => `bytes=${a}-`),
      fc.string().map((text) => `bytes=${text}`),
      fc.string(),
    );
    fc.assert(
      fc.property(header, fc.integer({ min: 1, max: 2 ** 52 }), (text, size) => {
        const asked = parseRange(text, size);
        if (typeof asked === 'string') return;
        assert.ok(Number.isSafeInteger(asked.start) && Number.isSafeInteger(asked.end));
        assert.ok(0 <= asked.start && asked.start <= asked.end && asked.end < size);
      }),
      { numRuns: 5000 },
    );
  });

  test('tags are compared as the RFC says: weakly for If-None-Match, strongly for If-Range', () => {
    assert.ok(
      matchesAny('"a"', '"a"') &&
        matchesAny('W/"a"', '"a"') &&
        matchesAny('"b", "a"', '"a"') &&
        matchesAny(' * ', '"a"'),
    );
    assert.ok(
      !matchesAny(undefined, '"a"') &&
        !matchesAny('a', '"a"') &&
        !matchesAny('"ab"', '"a"') &&
        !matchesAny('', '"a"'),
    );
    assert.ok(ifRangeHolds(undefined, '"a"') && ifRangeHolds('"a"', '"a"'));
    assert.ok(!ifRangeHolds('W/"a"', '"a"') && !ifRangeHolds('Sun, 06 Nov 1994 08:49:37 GMT', '"a"'));
  });
});
