import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeRevision, encodeRevision } from '../../../src/domain/model/revision.ts';

const secret = 'a secret of the service';

describe('a revision', () => {
  test('grows with every change, and is a safe integer for a long time', () => {
    let before = -1;
    for (const generation of [0, 1, 2, 3, 1000, 1001, 2 ** 32]) {
      const revision = encodeRevision(secret, 'app', generation);
      assert.ok(revision > before && Number.isSafeInteger(revision));
      before = revision;
    }
  });

  test('stands for its change, of its app alone', () => {
    for (const generation of [0, 1, 77, 123_456]) {
      const revision = encodeRevision(secret, 'app', generation);
      assert.equal(decodeRevision(secret, 'app', revision), generation);
      assert.equal(decodeRevision(secret, 'another', revision), undefined);
      assert.equal(decodeRevision('another secret', 'app', revision), undefined);
      assert.equal(decodeRevision(secret, 'app', revision + 1), undefined);
    }
  });

  test('is not to be made up: of the first thousand numbers at most one is any app’s', () => {
    const guesses = Array.from({ length: 1000 }, (_, number) => decodeRevision(secret, 'guessed', number));
    assert.ok(guesses.filter((generation) => generation !== undefined).length <= 1);
  });
});
