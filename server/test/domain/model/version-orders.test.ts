import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareVersions, isOrdered } from '../../../../cli/src/releases/version-order.ts';
import { parseVersion } from '../../../src/domain/model/version.ts';
import { compare, version } from './version-texts.ts';

/* The CLI cannot import the server and has its own version comparison: the two must agree. */

const seed = 20_260_501;

describe('the order of versions is the same in the command line and in the service', () => {
  test('where versions have a word before their numbers, a pre-release, or none of it', () => {
    const texts = [
      ...['r2.0', 'r2.1', 'r10', 'release-1.9', 'release-1.10', 'build9', 'build-10', 'app_2-beta', 'app_2'],
      ...['nightly', 'a1b2c3', '', 'v', 'v1', 'V1.0.0', '1', '1.0.0+5', '1.0.0-beta.2', '1.0.0-beta.11'],
      ...['1.0.0.1', '01.2', '1.0.0-rc', '1.0.0.beta', '1.0.0beta', '2024.1', ' 1', '9'.repeat(128)],
    ];
    for (const a of texts)
      for (const b of texts) assert.equal(compareVersions(a, b), compare(a, b), `${a} and ${b}`);
  });

  test('for any texts', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        assert.equal(compareVersions(a, b), compare(a, b));
        assert.equal(isOrdered(a), parseVersion(a).numbers.length > 0);
      }),
      { seed, numRuns: 20_000 },
    );
  });
});
