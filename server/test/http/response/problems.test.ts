import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal, type RefusalCode } from '../../../src/domain/model/errors.ts';
import { problemOf } from '../../../src/http/response/problems.ts';

describe('problems', () => {
  test('what the database or the storage said of its insides is for the log alone', () => {
    const said: [RefusalCode, string][] = [
      ['database-unavailable', 'The database does not accept the configured user or password.'],
      ['database-unavailable', 'The configured database does not exist.'],
      ['storage-unavailable', 'The bucket acme-releases does not answer.'],
      ['artifact-damaged', 'The stored bytes are not the published ones: /var/lib/slipway/x is gone.'],
    ];
    for (const [code, detail] of said) {
      const told = problemOf(new Refusal(code, detail)).detail;
      assert.notEqual(told, detail);
      assert.doesNotMatch(told, /password|configured|acme|var\//);
    }
    const details = said.slice(0, 2).map(([code, detail]) => problemOf(new Refusal(code, detail)).detail);
    assert.equal(new Set(details).size, 1, 'one fault is not told from another');
  });

  test('what a client can do something about is told as it is', () => {
    const detail = 'There is no channel "x"; create it first.';
    assert.equal(problemOf(new Refusal('channel-missing', detail)).detail, detail);
  });
});
