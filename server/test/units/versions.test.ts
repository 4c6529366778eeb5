import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareVersions, isNewer, parseVersion } from '../../src/domain/nouns/version.ts';

const compare = (a: string, b: string): number =>
  Math.sign(compareVersions(parseVersion(a), parseVersion(b)));

/** Versions as people write them, near misses, and anything at all. */
const version = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'v', 'V', ' '),
      fc.array(fc.oneof(fc.nat(3), fc.nat(), fc.constantFrom('00', '007')), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(
        '',
        '-',
        '-alpha',
        '-alpha.1',
        '-alpha.beta',
        '-beta.2',
        '-beta.11',
        '-rc.1',
        '-0',
        '-01',
        '-1a',
      ),
      fc.constantFrom('', '+', '+build.5', '.', '_x'),
    )
    .map(([v, numbers, pre, build]) => `${v}${numbers.join('.')}${pre}${build}`),
  fc.string({ unit: fc.constantFrom(...'v0123456789.-+abZ_ '), maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 24 }),
);

describe('the order of versions', () => {
  test('each is older than the next', () => {
    const rising = [
      ['', 'nightly', '0', 'v0.0.0', '0.0', '-5', '0+build'],
      ['0.0.1-alpha'],
      ['0.0.1'],
      ['0.9', '0.9.0', 'v0.9.0.0'],
      ['0.10'],
      ['1.0.0-alpha', '1-alpha', 'v1.0-alpha+x'],
      ['1.0.0-alpha.1'],
      ['1.0.0-alpha.beta'],
      ['1.0.0-beta'],
      ['1.0.0-beta.2'],
      ['1.0.0-beta.11'],
      ['1.0.0-rc.1'],
      ['1', '1.0', '1.0.0', 'v1', '01.00', '1.0.0+20130313144700', '1.0.0_x', '1.'],
      ['1.0.0.1'],
      ['1.2.3'],
      ['1.2.10'],
      ['2024.1'],
      [`${'9'.repeat(128)}`],
    ];
    for (const [index, same] of rising.entries()) {
      for (const a of same) {
        for (const b of same) assert.equal(compare(a, b), 0, `${a} = ${b}`);
        for (const newer of rising.slice(index + 1).flat()) {
          assert.equal(compare(a, newer), -1, `${a} < ${newer}`);
          assert.equal(isNewer(parseVersion(newer), a), true);
          assert.equal(isNewer(parseVersion(a), newer), false);
        }
      }
    }
  });

  test('it is total, antisymmetric and transitive, whatever the text', () => {
    const three = fc.tuple(version, version, version);
    fc.assert(
      fc.property(three, ([a, b, c]) => {
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

  test('what is not newer is never offered', () => {
    fc.assert(
      fc.property(version, version, (candidate, current) => {
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
