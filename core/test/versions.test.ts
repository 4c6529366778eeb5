import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  compareVersionTexts as compare,
  isNewer,
  isOrdered,
  parseVersion,
  versionIdentity,
  versionSpellings,
} from '../src/version.ts';
import { version } from './version-texts.ts';

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

  test('words before the numbers are passed over where both have the same one', () => {
    for (const [older, newer] of [
      ['r2.0', 'r2.1'],
      ['release-1.9', 'release-1.10'],
      ['build9', 'build10'],
      ['app_1', 'app_2-beta'],
      ['app_2-beta', 'app_2'],
      ['V1.0.0', 'V2.0.0'],
      ['v1.0.0', 'V2.0.0'],
      ['V1.0.0', '2.0.0'],
    ] as const) {
      assert.ok(isNewer(parseVersion(newer), older), `${newer} to ${older}`);
      assert.ok(!isNewer(parseVersion(older), newer), `not ${older} to ${newer}`);
      assert.ok(!isNewer(parseVersion(newer), newer), newer);
    }
  });

  test('a client whose word the release lacks counts as 0, and so does a version without a number', () => {
    for (const current of [
      'nightly-20260101',
      'r9',
      'a1b2c3d',
      'deadbeef',
      'unknown',
      'x1.2.3',
      'v',
      'v-9',
      '',
    ]) {
      for (const released of ['0.0.1', 'release-1'])
        assert.ok(isNewer(parseVersion(released), current), `${released} to ${current}`);
      assert.ok(!isNewer(parseVersion('0'), current), current);
    }
  });

  test('a release whose word the client lacks is not read past it', () => {
    for (const [released, current] of [
      ['r2.1', '2.0'],
      ['nightly-20260101', '1.0.0'],
      ['build10', '0'],
      ['a1b2c3', '0'],
    ] as const)
      assert.ok(!isNewer(parseVersion(released), current), `${released} to ${current}`);
  });

  test('a word counts only before numbers that end there or at a pre-release or build', () => {
    const word = (text: string): string => parseVersion(text).word;
    for (const text of ['r2.1', 'r2.1-rc.1', 'r2.1+5']) assert.equal(word(text), 'r', text);
    for (const text of ['r2.1x', 'r2.', 'r2_1', 'r--2', '1r2', 'r', 'é1', 'v2', 'V2.1_x'])
      assert.equal(word(text), '', text);
    for (const [text, its] of [
      ['release-2', 'release-'],
      ['v.2', 'v.'],
      ['vv2', 'vv'],
    ] as const)
      assert.equal(word(text), its);
  });

  test('only a version with a number has an order', () => {
    for (const text of ['1', 'v1', 'r2.1', '0-beta']) assert.ok(isOrdered(text), text);
    for (const text of ['', 'nightly', 'v', 'a1b2c3']) assert.ok(!isOrdered(text), text);
  });

  test('a leading v or V before a digit is a matter of spelling', () => {
    for (const text of ['2.5.0', 'v2.5.0', 'V2.5.0'])
      assert.deepEqual(versionSpellings(text), ['2.5.0', 'v2.5.0', 'V2.5.0']);
    for (const text of ['version', 'vv2', 'r2', 'v', '-1']) assert.deepEqual(versionSpellings(text), [text]);
    fc.assert(
      fc.property(version, (text) => {
        assert.ok(versionSpellings(text).includes(text));
        for (const other of versionSpellings(text)) {
          assert.deepEqual(versionSpellings(other), versionSpellings(text));
          assert.equal(compare(text, other), 0);
        }
      }),
    );
  });

  test('versions that count as the same have one identity, and others have others', () => {
    const identity = (text: string): string | undefined => versionIdentity(parseVersion(text));
    for (const [one, other] of [
      ['1', '1.0.0'],
      ['v01.2', '1.2.0+7'],
      ['1-beta.01', '1.0-beta.1'],
      ['r2', 'r2.0'],
      ['0', '0.0'],
    ] as const)
      assert.equal(identity(one), identity(other), `${one} and ${other}`);
    assert.equal(identity('nightly'), undefined);
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [one, other] = [parseVersion(a), parseVersion(b)];
        if (one.numbers.length === 0 || other.numbers.length === 0 || one.word !== other.word) return;
        assert.equal(versionIdentity(one) === versionIdentity(other), compare(a, b) === 0, `${a} and ${b}`);
      }),
      { numRuns: 2000 },
    );
  });
});
