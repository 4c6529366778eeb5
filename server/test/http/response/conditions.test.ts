import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchesIfNoneMatch, matchesIfRange } from '../../../src/http/response/conditions.ts';

describe('conditions', () => {
  test('ETags are compared weakly for If-None-Match and strongly for If-Range', () => {
    assert.ok(
      matchesIfNoneMatch('"a"', '"a"') &&
        matchesIfNoneMatch('W/"a"', '"a"') &&
        matchesIfNoneMatch('"b", "a"', '"a"') &&
        matchesIfNoneMatch(' * ', '"a"'),
    );
    assert.ok(
      !matchesIfNoneMatch(undefined, '"a"') &&
        !matchesIfNoneMatch('a', '"a"') &&
        !matchesIfNoneMatch('"ab"', '"a"') &&
        !matchesIfNoneMatch('', '"a"'),
    );
    assert.ok(matchesIfRange(undefined, '"a"') && matchesIfRange('"a"', '"a"'));
    assert.ok(!matchesIfRange('W/"a"', '"a"') && !matchesIfRange('Sun, 06 Nov 1994 08:49:37 GMT', '"a"'));
  });
});
