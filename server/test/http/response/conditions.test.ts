import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ifRangeHolds, matchesAny } from '../../../src/http/response/conditions.ts';

describe('conditions', () => {
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
