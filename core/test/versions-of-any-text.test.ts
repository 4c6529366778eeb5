import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareVersionTexts as compare, isNewer, parseVersion } from '../src/version.ts';
import { version } from './version-texts.ts';

describe('the order of versions', () => {
  test('it is total, antisymmetric and transitive within one word, whatever the text', () => {
    const three = fc.tuple(version, version, version);
    fc.assert(
      fc.property(three, ([a, b, c]) => {
        fc.pre(new Set([a, b, c].map((text) => parseVersion(text).word)).size === 1);
        assert.equal(compare(a, a), 0);
        assert.equal(compare(a, b), 0 - compare(b, a) + 0);
        assert.ok(Number.isInteger(compare(a, b)));
        if (compare(a, b) <= 0 && compare(b, c) <= 0) assert.ok(compare(a, c) <= 0, `${a} ≤ ${b} ≤ ${c}`);
        if (compare(a, b) === 0)
          assert.equal(compare(a, c), compare(b, c), 'equals are equal to everything else');
      }),
      { numRuns: 5000 },
    );
  });

  test('it is antisymmetric across words, too', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        assert.equal(compare(a, b), 0 - compare(b, a) + 0);
      }),
      { numRuns: 5000 },
    );
  });

  test('what is not newer is never offered', () => {
    fc.assert(
      fc.property(version, version, (candidate, current) => {
        // A client with a different prefix, or no number, gets any offer: another test covers that.
        const { word, numbers } = parseVersion(current);
        fc.pre(numbers.length > 0 && word === parseVersion(candidate).word);
        const offered = isNewer(parseVersion(candidate), current);
        assert.equal(offered, compare(candidate, current) > 0);
        if (offered)
          assert.equal(isNewer(parseVersion(current), candidate), false, 'no two clients swap versions');
      }),
      { numRuns: 5000 },
    );
  });

  test('build metadata does not count', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^[0-9a-z.-]{0,20}$/),
        (numbers, build) => {
          assert.equal(compare(`${numbers.join('.')}+${build}`, numbers.join('.')), 0);
        },
      ),
    );
  });
});
